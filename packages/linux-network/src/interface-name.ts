/**
 * True for a link name that every tool here takes literally: letters, digits, `_`, `-` and `.`, starting with a letter
 * or digit, at most 15 bytes (IFNAMSIZ). The kernel allows more; the rest is refused, because it could be syntax.
 */
export function isInterfaceName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/.test(text);
}
