import { devicesTexts as texts, formatDay, say } from '@comet/texts';
import { linkActionClasses } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { usePlaceOf, type WireguardConfig } from '../download/index.ts';

/** A downloaded file takes a place among the devices; it is managed where it was made. */
export function FileRow({ config }: { readonly config: WireguardConfig }) {
  const place = usePlaceOf()(config.location);
  const { name, createdAt } = config;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-4">
      <div className="min-w-0">
        <p className="m-0 font-medium break-words">{name}</p>
        <p className="m-0 text-small text-quiet">
          {say(texts.fileAdded, { place, date: formatDay(createdAt) })}
        </p>
      </div>
      <Link to="/dash/download" aria-label={say(texts.manageFileOf, { name })} className={linkActionClasses}>
        {texts.manageFile}
      </Link>
    </li>
  );
}
