import { Fragment } from 'react';

/** A short word with hyphens, such as `--email`, but no path and no long name, which have to wrap somewhere. */
export const hyphenatedWord = /(?<!\S)(?=\S{1,20}(?!\S))([^\s/]*-[^\s/]*)/g;

/**
 * Text of a command. Its options stay whole at the end of a line: browsers wrap after a hyphen. A URL wraps before the host after its
 * password, and after a slash.
 */
export function CommandText({ children }: { readonly children: string }) {
  return children.split(hyphenatedWord).map((part, index) =>
    index % 2 === 0 ? (
      <Wrapping key={index}>{part}</Wrapping>
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}

function Wrapping({ children }: { readonly children: string }) {
  return children.split(/(?=@)|(?<=:\/\/\S*[^/]\/)(?=[^/\s])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
