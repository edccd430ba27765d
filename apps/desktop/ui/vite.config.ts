import { pageHead } from '@comet/ui/page-head';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwindcss(), pageHead],
  // The window's policy forbids data: URLs for scripts and fonts.
  build: { assetsInlineLimit: 0 },
});
