import { useState } from 'react';
import { logOut } from '../account/index.ts';

/** An inconspicuous sign-out button for the navigation and the error page. */
export function LogOutButton({ label }: { readonly label: string }) {
  const [leaving, setLeaving] = useState(false);
  return (
    <button
      type="button"
      disabled={leaving}
      onClick={() => {
        setLeaving(true);
        void logOut();
      }}
      className="min-h-10 border-0 bg-transparent p-0 text-quiet transition-colors hover:text-ink disabled:opacity-55"
    >
      {label}
    </button>
  );
}
