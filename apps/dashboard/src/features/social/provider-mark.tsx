import type { SocialProvider } from './providers.ts';

/** One stroke each, in the colour of the words beside it. */
const strokes: Readonly<Record<SocialProvider, readonly string[]>> = {
  google: ['M13.6 4.6a6.2 6.2 0 1 0 1.6 4.6H9.2'],
  apple: [
    'M9 5.4c1-.8 2-1.1 3-1.1 2.3 0 3.7 1.9 3.7 4.4 0 3.4-2.3 6.9-4.3 6.9-.9 0-1.5-.5-2.4-.5s-1.5.5-2.4.5c-2 0-4.3-3.5-4.3-6.9 0-2.5 1.4-4.4 3.7-4.4 1 0 2 .3 3 1.1Z',
    'M9 5.2c0-1.9.9-3.2 2.4-3.7',
  ],
  facebook: ['M7.6 16.4V6.3c0-2.3 1.1-3.7 3.4-3.7h1.2', 'M5 8.8h6.4'],
};

/** A sign that helps to find the provider; its name stands beside it, and alone where there is no room for both. */
export function ProviderMark({ provider }: { readonly provider: SocialProvider }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 18 18"
      className="-ml-0.5 size-4.5 shrink-0 max-sm:hidden"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {strokes[provider].map((stroke) => (
        <path key={stroke} d={stroke} />
      ))}
    </svg>
  );
}
