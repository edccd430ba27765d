import type { Letter } from './letter.ts';

const columns = 72;

/** The text part: the same words in the same order, in lines that fit any mail program. A link stands on a line of its own. */
export function plainLetter(letter: Letter): string {
  const { heading, paragraphs, facts = [], action, footnote } = letter;
  const widest = Math.max(0, ...facts.map(({ term }) => term.length));
  return [
    heading,
    ...paragraphs.map(wrap),
    ...(facts.length === 0
      ? []
      : [facts.map(({ term, value }) => `${`${term}:`.padEnd(widest + 3)}${value}`).join('\n')]),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    // What mail programs take for a signature, and set apart.
    `-- \n${wrap(footnote)}`,
  ].join('\n\n');
}

function wrap(paragraph: string): string {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
}
