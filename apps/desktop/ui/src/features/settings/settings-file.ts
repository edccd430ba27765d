/** Characters that the daemon takes at most. */
const longest = 65_536;

/** What a chosen file says; null where that cannot be settings: nothing, or more than they ever are. A large one is not even read. */
export async function settingsIn(file: Pick<File, 'size' | 'text'>): Promise<string | null> {
  // A character has four bytes at most.
  if (file.size > 4 * longest) return null;
  const text = await file.text().catch(() => '');
  return text === '' || text.length > longest ? null : text;
}
