/// Returns the program-independent part of the fish script.
func fishEngine(function: String, root: String) -> String {
  #"""
  # Prints the command at the cursor, then the number of the current operand.
  function \#(function)_place
      set -l place \#(root)
      set -l operand 1
      set -l pending
      set -l ended
      set -l tokens (commandline -opc)
      set -e tokens[1]
      for word in $tokens
          if set -q pending[1]
              set -e pending
          else if not set -q ended[1]; and test "$word" = --
              set ended yes
          else if not set -q ended[1]; and string match -qr '^-[^0-9.]' -- $word
              set pending (\#(function)_pending "$place" $word)
          else if contains -- $word (\#(function)_subcommands "$place")
              set place "$place $word"
          else if test -z "$(\#(function)_subcommands "$place")"
              set operand (math $operand + 1)
          end
      end
      printf '%s\n' $place $operand
  end

  # Prints the option in the word $argv[2] that still needs a value.
  function \#(function)_pending
      set -l takes (\#(function)_takes $argv[1])
      if string match -q -- '--*' $argv[2]
          contains -- $argv[2] $takes; and echo $argv[2]
          return
      end
      set -l letters (string split '' -- $argv[2])
      for index in (seq 2 (count $letters))
          if contains -- "-$letters[$index]" $takes
              test $index -eq (count $letters); and echo "-$letters[$index]"
              return
          end
      end
  end

  # Whether the cursor is at command $argv[1] and operand $argv[2]; 'N+' includes later operands.
  function \#(function)_at
      set -l place (\#(function)_place)
      test "$place[1]" = "$argv[1]"; or return
      switch "$argv[2]"
          case ''
              return 0
          case '*+'
              test $place[2] -ge (string trim -c + -- $argv[2])
          case '*'
              test $place[2] -eq $argv[2]
      end
  end

  # Prints the output of a command; after a comma, the lines that the list does not contain yet.
  function \#(function)_list
      set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')
      set -l before (string match -r '^.*,' -- $typed)
      for candidate in (eval $argv[1] 2>/dev/null)
          contains -- $candidate (string split , -- $before); or echo "$before$candidate"
      end
  end

  # Prints folders, and files with one of the given extensions; with '/', only folders.
  function \#(function)_files
      set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')
      for name in (complete -C "'' $typed" | string replace -r '\t.*' '')
          set -l extension (string match -r '[^./]*$' -- (string lower -- $name))
          if string match -q '*/' -- $name; or contains -- "$extension" $argv
              echo $name
          end
      end
  end

  """#
}
