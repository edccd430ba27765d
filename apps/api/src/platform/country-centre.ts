/**
 * The centre of each country's time zones, in whole degrees north and east: `NL:52:5`. Computed from `zone.tab` of the IANA time zone
 * database, which is in the public domain.
 */
const middles = `
  AD:42:2 AE:25:55 AF:35:69 AG:17:-62 AI:18:-63 AL:41:20 AM:40:45 AO:-9:13 AQ:-83:67 AR:-34:-66 AS:-14:-171
  AT:48:16 AU:-33:143 AW:12:-70 AX:60:20 AZ:40:50 BA:44:18 BB:13:-60 BD:24:90 BE:51:4 BF:12:-2 BG:43:23
  BH:26:51 BI:-3:29 BJ:6:3 BL:18:-63 BM:32:-65 BN:5:115 BO:-16:-68 BQ:12:-68 BR:-9:-51 BS:25:-77 BT:27:90
  BW:-25:26 BY:54:28 BZ:18:-88 CA:58:-93 CC:-12:97 CD:-8:21 CF:4:19 CG:-4:15 CH:47:9 CI:5:-4 CK:-21:-160
  CL:-41:-82 CM:4:10 CN:39:106 CO:5:-74 CR:10:-84 CU:23:-82 CV:15:-24 CW:12:-69 CX:-10:106 CY:35:34
  CZ:50:14 DE:50:11 DJ:12:43 DK:56:13 DM:15:-61 DO:18:-70 DZ:37:3 EC:-2:-85 EE:59:25 EG:30:31 EH:27:-13
  ER:15:39 ES:35:-8 ET:9:39 FI:60:25 FJ:-18:178 FK:-52:-58 FM:7:158 FO:62:-7 FR:49:2 GA:0:9 GB:52:0
  GD:12:-62 GE:42:45 GF:5:-52 GG:49:-3 GH:6:0 GI:36:-5 GL:73:-41 GM:13:-17 GN:10:-14 GP:16:-62 GQ:4:9
  GR:38:24 GS:-54:-37 GT:15:-91 GU:13:145 GW:12:-16 GY:7:-58 HK:22:114 HN:14:-87 HR:46:16 HT:19:-72
  HU:48:19 ID:-4:119 IE:53:-6 IL:32:35 IM:54:-4 IN:23:88 IO:-7:72 IQ:33:44 IR:36:51 IS:64:-22 IT:42:12
  JE:49:-2 JM:18:-77 JO:32:36 JP:36:140 KE:-1:37 KG:43:75 KH:12:105 KI:0:-172 KM:-12:43 KN:17:-63 KP:39:126
  KR:38:127 KW:29:48 KY:19:-81 KZ:48:60 LA:18:103 LB:34:36 LC:14:-61 LI:47:10 LK:7:80 LR:6:-11 LS:-29:28
  LT:55:25 LU:50:6 LV:57:24 LY:33:13 MA:34:-8 MC:44:7 MD:47:29 ME:42:19 MF:18:-63 MG:-19:48 MH:8:169
  MK:42:21 ML:13:-8 MM:17:96 MN:48:99 MO:22:114 MP:15:146 MQ:15:-61 MR:18:-16 MS:17:-62 MT:36:15 MU:-20:58
  MV:4:74 MW:-16:35 MX:26:-102 MY:2:106 MZ:-26:33 NA:-23:17 NC:-22:166 NE:14:2 NF:-29:168 NG:6:3 NI:12:-86
  NL:52:5 NO:60:11 NP:28:85 NR:-1:167 NU:-19:-170 NZ:-40:179 OM:24:59 PA:9:-80 PE:-12:-77 PF:-17:-141
  PG:-8:151 PH:15:121 PK:25:67 PL:52:21 PM:47:-56 PN:-25:-130 PR:18:-66 PS:32:35 PT:37:-17 PW:7:134
  PY:-25:-58 QA:25:52 RE:-21:55 RO:44:26 RS:45:20 RU:63:90 RW:-2:30 SA:25:47 SB:-10:160 SC:-5:55 SD:16:33
  SE:59:18 SG:1:104 SH:-16:-6 SI:46:15 SJ:78:16 SK:48:17 SL:8:-13 SM:44:12 SN:15:-17 SO:2:45 SR:6:-55
  SS:5:32 ST:0:7 SV:14:-89 SX:18:-63 SY:33:36 SZ:-26:31 TC:21:-71 TD:12:15 TF:-49:70 TG:6:1 TH:14:101
  TJ:39:69 TK:-9:-171 TL:-9:126 TM:38:58 TN:37:10 TO:-21:-175 TR:41:29 TT:11:-62 TV:-9:179 TW:25:122
  TZ:-7:39 UA:48:32 UG:0:32 UM:24:174 US:47:-104 UY:-35:-56 UZ:41:68 VA:42:12 VC:13:-61 VE:10:-67 VG:18:-65
  VI:18:-65 VN:11:107 VU:-18:168 WF:-13:-176 WS:-14:-172 YE:13:45 YT:-13:45 ZA:-26:28 ZM:-15:28 ZW:-18:31`;

const byCountry = new Map(
  middles
    .trim()
    .split(/\s+/)
    .map((entry): [string, { latitude: number; longitude: number }] => {
      const [country = '', latitude, longitude] = entry.split(':');
      return [country, { latitude: Number(latitude), longitude: Number(longitude) }];
    }),
);

/** The approximate centre of a country, for maps and sorting; null for a country without a time zone. Code in capitals. */
export function centreOf(country: string): { readonly latitude: number; readonly longitude: number } | null {
  return byCountry.get(country) ?? null;
}
