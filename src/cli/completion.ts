/** Completion scripts for shells, made from the commands. */
import type { Command } from 'commander';

/** The shells that have a script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
/** A shell with a completion script. */
export type Shell = (typeof SHELLS)[number];

/** The words that may follow a command. */
interface Completion {
  /** The command with its parents, e.g. `teller wallet add`. */
  readonly path: string;
  readonly words: readonly string[];
}

/** The values of an option of a command. */
interface OptionValues {
  /** The command with its parents. */
  readonly path: string;
  readonly flag: string;
  readonly values: readonly string[];
}

/**
 * Returns the script of a shell.
 *
 * @param program the program with all of its commands.
 * @param exchanges the values of `--exchange`.
 */
export function writeCompletion(
  program: Command,
  shell: Shell,
  exchanges: readonly string[],
): string {
  const completions = listCompletions(program, program.name());
  const values = listOptionValues(program, program.name(), exchanges);
  if (shell === 'fish') return writeFish(completions, values);
  const bash = writeBash(completions, values);
  return shell === 'bash' ? bash : `autoload -U +X bashcompinit && bashcompinit\n${bash}`;
}

function listCompletions(command: Command, path: string): readonly Completion[] {
  const names = command.commands.map((each) => each.name());
  const options = [...command.options, ...command.createHelp().visibleGlobalOptions(command)];
  const flags = options.flatMap(({ long }) => (long === undefined ? [] : [long]));
  const words = [...new Set([...names, ...flags, '--help'])];
  return [
    { path, words },
    ...command.commands.flatMap((each) => listCompletions(each, `${path} ${each.name()}`)),
  ];
}

function listOptionValues(
  command: Command,
  path: string,
  exchanges: readonly string[],
): readonly OptionValues[] {
  const own = command.options.flatMap(({ long, argChoices }) => {
    const values = long === '--exchange' ? exchanges : argChoices;
    return long === undefined || values === undefined ? [] : [{ path, flag: long, values }];
  });
  const below = command.commands.flatMap((each) =>
    listOptionValues(each, `${path} ${each.name()}`, exchanges),
  );
  return [...own, ...below];
}

function writeBash(completions: readonly Completion[], values: readonly OptionValues[]): string {
  const paths = completions.map(({ path }) => `'${path}'`).join('|');
  return `_teller() {
  local word path=teller words= index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    case "$path $word" in
      ${paths}) path="$path $word" ;;
    esac
  done
  case "$path \${COMP_WORDS[COMP_CWORD - 1]}" in
${values.map((each) => `    '${each.path} ${each.flag}') words='${each.values.join(' ')}' ;;`).join('\n')}
    *)
      case $path in
${completions.map(({ path, words }) => `        '${path}') words='${words.join(' ')}' ;;`).join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _teller teller
`;
}

function writeFish(completions: readonly Completion[], values: readonly OptionValues[]): string {
  const paths = completions.map(({ path }) => `'${path}'`).join(' ');
  const lines = completions.map(
    ({ path, words }) =>
      `complete -c teller -f -n 'test (__teller_path) = "${path}"' -a '${words.join(' ')}'`,
  );
  const options = values.map(
    (each) =>
      `complete -c teller -x -n 'test (__teller_path) = "${each.path}"' ` +
      `-l ${each.flag.slice('--'.length)} -a '${each.values.join(' ')}'`,
  );
  return `function __teller_path
  set -l path teller
  set -l words (commandline -opc)
  for word in $words[2..-1]
    if contains -- "$path $word" ${paths}
      set path "$path $word"
    end
  end
  echo $path
end
${[...lines, ...options].join('\n')}
`;
}
