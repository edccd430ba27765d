import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** While developing, the API's address; `npm start` prints it. */
const api = process.env['COMET_API_URL'] ?? 'http://127.0.0.1:4800';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: { proxy: { '/api': api } },
  // The pages' policy refuses data: as a script, and a font in the stylesheet would hold up the first paint.
  build: { assetsInlineLimit: 0 },
});
