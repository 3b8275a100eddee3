/// Returns the program-independent part of the bash script.
///
/// The helper functions read the local variables of the main function, because bash uses dynamic
/// scoping. Candidates are whole words, such as `--format=png` or `a,b`. The last step removes from
/// each candidate the prefix that readline leaves unchanged (`keep`).
func bashEngine(function: String, root: String) -> String {
  #"""
  \#(function)() {
    local cur='' keep='' path=\#(root) pending='' ended='' prefix='' takes=''
    local -i operand=1 repeating=0
    local -a words=() subcommands=() options=()
    COMPREPLY=()
    \#(function)_join
    \#(function)_walk
    if [[ -n $pending ]]; then
      \#(function)_value "$pending" ''
    elif [[ -z $ended && $cur == --*=* ]]; then
      \#(function)_value "${cur%%=*}" "${cur%%=*}="
    elif [[ -z $ended && $cur == -* ]]; then
      \#(function)_words "${options[@]}"
    elif [[ ${#subcommands[@]} -gt 0 ]]; then
      \#(function)_words "${subcommands[@]}"
    else
      ((repeating > 0 && operand > repeating)) && operand=$repeating
      \#(function)_value "$operand" ''
    fi
  }

  # Joins words up to the cursor, because bash splits them at '=' and ':'.
  \#(function)_join() {
    local line=${COMP_LINE:0:COMP_POINT} rest fragment breaks=${COMP_WORDBREAKS//[^=:]/}
    local -i index
    for ((index = 0; index <= COMP_CWORD; index++)); do
      rest=${line#"${line%%[![:space:]]*}"}
      fragment=${COMP_WORDS[index]}
      ((index == COMP_CWORD)) && fragment=$rest
      if [[ $rest == "$line" && ${#words[@]} -gt 0 ]]; then
        words[-1]+=$fragment
      else
        words+=("$fragment")
      fi
      line=${rest#"$fragment"}
    done
    cur=${words[-1]}
    [[ -z $breaks ]] || keep=${cur%"${cur##*[$breaks]}"}
  }

  # Finds the command, the operand and the pending option at the cursor.
  \#(function)_walk() {
    local word
    \#(function)_load
    for word in "${words[@]:1:${#words[@]}-2}"; do
      if [[ -n $pending ]]; then
        pending=''
      elif [[ -z $ended && $word == -- ]]; then
        ended=yes
      elif [[ -z $ended && $word == --* ]]; then
        [[ $takes == *" $word "* ]] && pending=$word
      elif [[ -z $ended && $word == -?* && $word != -[0-9.]* ]]; then
        \#(function)_letters "$word"
      else
        \#(function)_enter "$word"
      fi
    done
  }

  \#(function)_letters() {
    local -i index
    for ((index = 1; index < ${#1}; index++)); do
      if [[ $takes == *" -${1:index:1} "* ]]; then
        ((index == ${#1} - 1)) && pending=-${1:index:1}
        return
      fi
    done
  }

  \#(function)_enter() {
    if [[ ${#subcommands[@]} -eq 0 ]]; then
      operand+=1
    elif [[ $1 == help ]]; then
      operand=-99
    elif [[ " ${subcommands[*]} " == *" $1 "* ]]; then
      path+=" $1"
      \#(function)_load
    fi
  }

  # Offers the words that start with the typed text.
  \#(function)_words() {
    local word
    for word in "$@"; do
      [[ -n $word && $prefix$word == "$cur"* ]] || continue
      word=$prefix$word
      word=${word#"$keep"}
      [[ $word == *[!A-Za-z0-9_./,:=@%+-]* ]] && printf -v word %q "$word"
      COMPREPLY+=("$word")
    done
  }

  # Offers the lines of $1; after a comma, those that the list does not contain yet.
  \#(function)_list() {
    local typed=${cur#"$prefix"} candidate
    local -a fresh=()
    [[ $typed == *,* ]] && prefix+=${typed%,*},
    while IFS= read -r candidate; do
      [[ $typed == *,* && ",${typed%,*}," == *",$candidate,"* ]] || fresh+=("$candidate")
    done <<<"$1"
    \#(function)_words "${fresh[@]}"
  }

  # Offers folders, and files with one of the given extensions; with '/', only folders.
  \#(function)_files() {
    local name extension
    compopt -o filenames 2>/dev/null
    while IFS= read -r name; do
      if [[ $# -eq 0 || -d ${name/#\~\//"$HOME"/} ]]; then
        COMPREPLY+=("$name")
      else
        for extension in "$@"; do
          [[ ${name,,} == *."$extension" ]] && COMPREPLY+=("$name")
        done
      fi
    done < <(compgen -f -- "${cur#"$prefix"}")
    \#(function)_trim
  }

  # Removes the part that bash keeps before the cursor.
  \#(function)_trim() {
    local -i index
    for index in "${!COMPREPLY[@]}"; do
      COMPREPLY[index]=$prefix${COMPREPLY[index]}
      COMPREPLY[index]=${COMPREPLY[index]#"$keep"}
    done
  }

  """#
}
