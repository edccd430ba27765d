/** Yields the lines of a UTF-8 stream without line ends; an unfinished last line is dropped. Throws on a line over `maxLength` characters. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, maxLength: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLength) throw new Error('a line is too long');
    for (const line of lines) {
      if (line.length > maxLength) throw new Error('a line is too long');
      if (line.trim() !== '') yield line.trim();
    }
  }
}
