#include "screen.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

void bitpal_prepare_process(void) {
  for (int fd = 0; fd <= 2; fd++) {
    /* open returns the lowest free descriptor, and those below are open by now. */
    if (fcntl(fd, F_GETFD) < 0) (void)!open("/dev/null", O_RDWR);
  }
  signal(SIGXFSZ, SIG_IGN);
}
