/** The first line of standard input. On a terminal it is asked for and not shown; Ctrl-C ends the command. */
export async function readPassword(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) {
    stderr.write(prompt);
    stdin.setRawMode(true);
  }
  stdin.setEncoding('utf8');
  try {
    return await firstLine(stdin.isTTY);
  } finally {
    if (stdin.isTTY) {
      stdin.setRawMode(false);
      stderr.write('\n');
    }
    stdin.pause();
  }
}

/** In raw mode the terminal edits nothing, so backspace and the control keys are ours to carry out. */
async function firstLine(raw: boolean): Promise<string> {
  let line = '';
  for await (const text of process.stdin as AsyncIterable<string>)
    for (const character of text) {
      if (character === '\n' || character === '\r') return line;
      if (!raw) line += character;
      else if (character === '\x03') process.exit(1);
      else if (character === '\x04') return line;
      else if (character === '\x7f' || character === '\b') line = Array.from(line).slice(0, -1).join('');
      else if (character >= ' ') line += character;
    }
  return line;
}
