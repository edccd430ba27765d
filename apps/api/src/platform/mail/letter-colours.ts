/** The brand's colours by day. */
export const day = {
  ground: '#FBFAF7',
  line: '#E4E1D8',
  ink: '#161A24',
  quiet: '#5B6478',
  comet: '#C8461A',
  onComet: '#FFFFFF',
  trail: '#FFA06A',
  trailFaint: '#FFC48A',
} as const;

/** By night, for programs that follow the reader's theme. Elements carry their day colours themselves, hence the `!important`. */
export const nightStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
body,td{background-color:#0B0F1A!important}
.ink{color:#EEF1F8!important}
.quiet{color:#9AA5BD!important}
.ink,.quiet,.line{border-color:#232B40!important}
.comet{color:#FF7A45!important}
.button{background-color:#FF7A45!important;color:#160A04!important}
}`;
