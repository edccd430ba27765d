/** Why a form was refused, read out when it comes; nothing while there is nothing to say. */
export function FormFailure({ children }: { readonly children: string | null }) {
  return (
    <div role="alert">
      {children !== null && <p className="m-0 pb-3 text-small text-danger">{children}</p>}
    </div>
  );
}
