import { Fragment } from 'react';

/** An address or a path that wraps after a colon or a slash, so that a narrow screen does not split its parts. */
export function AddressText({ children }: { readonly children: string }) {
  return children.split(/(?<=[:/])(?![:/])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
