interface FieldErrorProps {
  /** For the `aria-describedby` of its field. */
  readonly id?: string;
  readonly children: string | null | undefined;
}

/** An error that is announced at once; nothing without a text. */
export function FieldError({ id, children }: FieldErrorProps) {
  if (children === null || children === undefined) return null;
  return (
    <p id={id} role="alert" className="m-0 text-small text-danger">
      {children}
    </p>
  );
}
