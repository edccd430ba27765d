/** The Comet logo: a comet's head and trail, with `name` next to it. */
export function Logo({ name }: { readonly name: string }) {
  return (
    <span className="inline-flex items-center gap-2 font-heading text-lead font-semibold tracking-tight text-ink">
      <svg aria-hidden="true" viewBox="0 0 22 14" className="h-3.5 w-5.5">
        <circle cx="2" cy="11.5" r="1.3" className="fill-trail" />
        <circle cx="8.2" cy="8.8" r="2.6" className="fill-trail" />
        <circle cx="15.5" cy="6" r="4.7" className="fill-comet" />
      </svg>
      {name}
    </span>
  );
}
