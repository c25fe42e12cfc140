import ArgumentParser

/// A shell with completion support.
enum CompletedShell: String, NamedChoice {
  /// Bash 4 or newer.
  case bash
  /// Z shell.
  case zsh
  /// Fish.
  case fish

  /// The script that makes the shell ask bitpal for completions.
  ///
  /// If bitpal offers none, the shell completes file names.
  var script: String {
    switch self {
    case .bash:
      """
      _bitpal() {
        local line
        COMPREPLY=()
        while IFS= read -r line; do
          [ -n "$line" ] && COMPREPLY+=("${line%%$'\\t'*}")
        done <<< "$(bitpal complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)"
      }
      complete -o bashdefault -o default -F _bitpal bitpal

      """
    case .zsh:
      """
      #compdef bitpal
      _bitpal() {
        local line
        local -a found
        while IFS= read -r line; do
          [[ -n "$line" ]] || continue
          line="${line//:/\\\\:}"
          found+=("${line/$'\\t'/:}")
        done < <(bitpal complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
        if (( ${#found} )); then
          _describe -V bitpal found
        else
          _files
        fi
      }
      if [ "${funcstack[1]-}" = _bitpal ]; then
        _bitpal "$@"
      else
        compdef _bitpal bitpal
      fi

      """
    case .fish:
      """
      function __bitpal_complete
        set -l words (commandline -opc)
        set -e words[1]
        bitpal complete -- $words (commandline -ct) 2>/dev/null
      end
      complete -c bitpal -k -f -n 'test -n "$(__bitpal_complete)"' -a '(__bitpal_complete)'

      """
    }
  }
}
