/** As the contract has them, kept apart so that its schemas stay out of the browser. */
const limits = { files: 3, bytes: 4_000_000 };

/** What a file picker offers. */
export const acceptedFiles = 'image/png,image/jpeg,image/webp,application/pdf,text/plain,.log';

/** Whether these may go together. */
export function fit(files: readonly { readonly size: number }[]): boolean {
  return files.length <= limits.files && files.reduce((sum, { size }) => sum + size, 0) <= limits.bytes;
}

/** Whether a file is of those kinds, by what the browser takes it for; what is in it is for the API to say. */
export function isAccepted({ name, type }: { readonly name: string; readonly type: string }): boolean {
  return acceptedFiles.split(',').some((kind) => kind === type || name.toLowerCase().endsWith(kind));
}

/** The bytes of a file in base64. */
export function inBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')));
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : '';
      resolve(address.slice(address.indexOf(',') + 1));
    });
    reader.readAsDataURL(file);
  });
}
