import type { Document } from './documents.ts';

/** Links to documents, in two columns on wide screens. */
export function DocumentList({ documents }: { readonly documents: readonly Document[] }) {
  return (
    <ul className="m-0 grid list-none gap-x-10 border-t border-line p-0 md:grid-cols-2">
      {documents.map(({ path, title }) => (
        <li key={path} className="border-b border-line">
          <a
            href={path}
            className="flex min-h-12 items-center py-2 text-ink no-underline hover:text-comet hover:underline"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
