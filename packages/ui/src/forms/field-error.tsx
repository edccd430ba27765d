/** What did not work just now, in words that are read out at once; nothing where there are none. */
export function FieldError({ children }: { readonly children: string | null | undefined }) {
  if (children === null || children === undefined) return null;
  return (
    <p role="alert" className="m-0 text-small text-danger">
      {children}
    </p>
  );
}
