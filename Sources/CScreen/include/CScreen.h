int bitpal_screen_placeholder(void);
