import { editLine } from './line-editor.ts';

/** Asks whoever sits at standard input, or the program that is piped into it, for a line at a time. */
export interface Questions {
  /** What is typed is not shown. */
  hidden(prompt: string): Promise<string>;
  shown(prompt: string): Promise<string>;
  /** Lets go of standard input, which else would keep the command alive. */
  end(): void;
}

/** Prompts go to standard error, and only to a terminal. Ctrl-C ends the command; input that ends early is an empty answer. */
export function openQuestions(): Questions {
  const { stdin, stderr } = process;
  let rest = '';

  function readLine(raw: boolean): Promise<string> {
    return new Promise((resolve) => {
      let line = '';
      const answer = (): void => {
        stdin.off('data', take).off('end', answer).pause();
        resolve(line);
      };
      const take = (typed: string): void => {
        const edited = editLine(line, typed, raw);
        ({ line, rest } = edited);
        if (edited.state === 'cancelled') process.exit(1);
        if (edited.state === 'entered') answer();
      };
      if (stdin.readableEnded && rest === '') return answer();
      stdin.setEncoding('utf8').on('data', take).on('end', answer).resume();
      if (rest !== '') take(rest);
    });
  }

  return {
    async hidden(prompt) {
      if (!stdin.isTTY) return readLine(false);
      stderr.write(prompt);
      stdin.setRawMode(true);
      try {
        return await readLine(true);
      } finally {
        stdin.setRawMode(false);
        stderr.write('\n');
      }
    },
    shown(prompt) {
      if (stdin.isTTY) stderr.write(prompt);
      return readLine(false);
    },
    end: () => void stdin.pause(),
  };
}
