/** A line that is being entered, and what came after it. */
export interface EditedLine {
  readonly line: string;
  readonly state: 'open' | 'entered' | 'cancelled';
  /** Belongs to the next question: answers that were piped in together. */
  readonly rest: string;
}

/**
 * Adds what was typed to a line. In raw mode the terminal edits nothing, so backspace and the control keys are ours to carry out;
 * otherwise every character but the line's end is the answer's own.
 */
export function editLine(begun: string, typed: string, raw: boolean): EditedLine {
  let line = begun;
  let read = 0;
  for (const character of typed) {
    read += character.length;
    if (character === '\n' || character === '\r') {
      const end = character === '\r' && typed[read] === '\n' ? read + 1 : read;
      return { line, state: 'entered', rest: typed.slice(end) };
    }
    if (!raw) line += character;
    else if (character === '\x03') return { line: '', state: 'cancelled', rest: '' };
    else if (character === '\x04') return { line, state: 'entered', rest: typed.slice(read) };
    else if (character === '\x7f' || character === '\b') line = Array.from(line).slice(0, -1).join('');
    else if (character >= ' ') line += character;
  }
  return { line, state: 'open', rest: '' };
}
