/** An error that is announced at once; nothing without a text. */
export function FieldError({ children }: { readonly children: string | null | undefined }) {
  if (children === null || children === undefined) return null;
  return (
    <p role="alert" className="m-0 text-small text-danger">
      {children}
    </p>
  );
}
