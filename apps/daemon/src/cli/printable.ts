/**
 * A text without what a terminal would obey or hide: control characters, and those that turn the direction of writing. Lines stay. Others
 * say some of what is shown, an API above all, and none of them may move the cursor.
 */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n]/gu, '');
}

/** The same for what is no more than a part of a line. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\p{C}/gu, '');
}
