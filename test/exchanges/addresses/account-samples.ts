/**
 * Addresses of Ethereum, the Cosmos family and Substrate: examples of the specifications, and addresses that
 * were generated from hashes with the checksum of their format, including the lowest and highest of a
 * version.
 */
export const ACCOUNT_SAMPLES = {
  valid: {
    ETH: [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0x0000000000000000000000000000000000000000',
      '0x52908400098527886E0F7030069857D2E4169EE7',
    ],
    RON: [
      'ronin:5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    XDC: [
      'xdc5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    ATOM: [
      'cosmos1ahquglundqsrw8eav2ulg653nc7rgfjhhpdu8p',
      'cosmos1ahquglundqsrw8eav2ulg653nc7rgfjhhgfguffgg8cydfvwe2ws0za973',
      'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh',
    ],
    OSMO: [
      'osmo1c750mpyzrwdhtscg5rm4kxs52t5wvap7h7ahhm',
      'osmo1c750mpyzrwdhtscg5rm4kxs52t5wvap7yj7m8v0wheheh5lzkc4sekkmz8',
    ],
    INJ: [
      'inj1z2ksm463s2ldqefttpc2yh90txklqs84wwgxlw',
      'inj1z2ksm463s2ldqefttpc2yh90txklqs84fh8ywjqd95pdmdf769fs4g40pq',
    ],
    TIA: [
      'celestia1qk2um6d39wpd2nds6mw050sdsyfrwsq0tchwl4',
      'celestia1qk2um6d39wpd2nds6mw050sdsyfrwsq0hpr8clanwhcfrcfvxfmsx2rjw7',
    ],
    SEI: [
      'sei1auy9xu9c42xt68t87fnrglultdpzynq6ag2meh',
      'sei1auy9xu9c42xt68t87fnrglultdpzynq6fwxqrz5ynmtvenul7nvsta5pce',
      '0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392',
    ],
    LUNC: [
      'terra1rappha4gdqdm536c5fpzntkgjk8xy5t3k7vd63',
      'terra1rappha4gdqdm536c5fpzntkgjk8xy5t3pgx7fzhfm8zv2k9r825spsq7ve',
    ],
    LUNA2: [
      'terra1uv60cy8yenr03an2nrvaepuppxqfpmt36akfhe',
      'terra1uv60cy8yenr03an2nrvaepuppxqfpmt36kplx3h98tagxmmry9zq8xnw93',
    ],
    KAVA: [
      'kava1uuwuaf4986gemt3cj0nv83muy23hsnfp239lw0',
      'kava1uuwuaf4986gemt3cj0nv83muy23hsnfpqp54ghl3a3txl5avnnvs3ysw7p',
    ],
    AXL: [
      'axelar133smugf4pnustm5ku2l4a535rqx7f0dxd4w4cq',
      'axelar133smugf4pnustm5ku2l4a535rqx7f0dxz0g7m4z2uxrrcmffdcwq66f59t',
    ],
    AKT: [
      'akash1z8aaahgsn28u7z8ux6xt6hkyspv5xcgr5e2pz8',
      'akash1z8aaahgsn28u7z8ux6xt6hkyspv5xcgr6sf5w2pu20la46q4mc2qw84k9q',
    ],
    JUNO: [
      'juno146vcx7g4dljtz8ugyklnauv4wwz3c7pw9f4yra',
      'juno146vcx7g4dljtz8ugyklnauv4wwz3c7pw54a3jz6hvfzm4zgupj0sll3adl',
    ],
    DYDX: [
      'dydx1l594we35mcel6qnqdzxzlnas7nlpphry29944q',
      'dydx1l594we35mcel6qnqdzxzlnas7nlpphryka23drcapcyhhaxer58q57dy5s',
    ],
    NOBLE: [
      'noble1lgy9qjeht6xx50jfqp4v6g50g0xn0fngnssv75',
      'noble1lgy9qjeht6xx50jfqp4v6g50g0xn0fngg4c03576q0tvzfcfcfcqmgh2g9',
    ],
    FET: [
      'fetch1qw05tqgmn2awhr4kyal6susgr4tsa42gys86yg',
      'fetch1qw05tqgmn2awhr4kyal6susgr4tsa42gmnndj6tllktk4v5egkpqj8swpt',
    ],
    SCRT: [
      'secret1a9l9zpljj5xujd9x9cf7sr3yscu4jrxcwpy608',
      'secret1a9l9zpljj5xujd9x9cf7sr3yscu4jrxc0jr4r0yjve7zpyxtrwyqw064al',
    ],
    RUNE: [
      'thor1urpkjt9xh5qtetl3je2dwmfxd96y9dzr83zkm8',
      'thor1urpkjt9xh5qtetl3je2dwmfxd96y9dzrs0xa06nnx4d0llsd67zs3wsjfx',
    ],
    KUJI: [
      'kujira1eve9z6r9dh0mfm5425zutngpu6y4ar0z0y6f2g',
      'kujira1eve9z6r9dh0mfm5425zutngpu6y4ar0zvvs8t8tr7cnp2ljwfv7szar2wm',
    ],
    STRD: [
      'stride1ymtm06pxhuwnhegkdwk7hpf4lk5lahctrmc469',
      'stride1ymtm06pxhuwnhegkdwk7hpf4lk5lahct2a7lfs0cxck69n6ev3vsegfh2h',
    ],
    BLD: [
      'agoric1d70ga7ecvqfzvltyvnss299xp8eq6fh4agm8ra',
      'agoric1d70ga7ecvqfzvltyvnss299xp8eq6fh4pt9f0kvquuvv2affkwgqxeqzqc',
    ],
    BAND: [
      'band1d42wz8ppdp36yrmsg8rue5t7jqdqfslxz9k2y3',
      'band1d42wz8ppdp36yrmsg8rue5t7jqdqfslxgc8gjlv38a4w8v8e063sauzrcs',
    ],
    CRONOSPOS: [
      'cro12ky5w2cqefwg4s58rmfhp5hj07a4s6xkkfwcnp',
      'cro12ky5w2cqefwg4s58rmfhp5hj07a4s6xkx254rvjpmmeagw63mjfszh4adk',
    ],
    XPRT: [
      'persistence1zxfdqsm80rg0s45mfw7zluwr69wt4wmtge9tu3',
      'persistence1zxfdqsm80rg0s45mfw7zluwr69wt4wmtf5wspeasv87uuhrfm0psfwjalg',
    ],
    STARS: [
      'stars1rj7xpgtjfzkx4l0af5z80glaxtmy8sdqq87klw',
      'stars1rj7xpgtjfzkx4l0af5z80glaxtmy8sdqxryhdzddtn66m39ad2wsztlw4u',
    ],
    NTRN: [
      'neutron12gpwjsw4a59rmadt5tqqs4w7zjfftg5kkc2mln',
      'neutron12gpwjsw4a59rmadt5tqqs4w7zjfftg5knjuze34lzem26zzwx7esu3svdz',
    ],
    DYM: [
      'dym10a2c2gfg0a5tz8vgx03dqu7nrz7mg5x7nm7kly',
      'dym10a2c2gfg0a5tz8vgx03dqu7nrz7mg5x7gdyhkuschel85dmyjggsw6yt03',
    ],
    MANTRA: [
      'mantra1geqrmk377qqy27chezpjp9du9u232rncuskhlc',
      'mantra1geqrmk377qqy27chezpjp9du9u232rncxec574pamynt0yh4zcmszr4exv',
    ],
    ZETA: [
      'zeta122g45jvxm49r8kdyzktgndhkx0zd9tygx28xav',
      'zeta122g45jvxm49r8kdyzktgndhkx0zd9tyg7esffhnfjlwr7a3awzpqszrqx7',
      // zetachain.com/docs/developers/evm/addresses
      '0x2cD3D070aE1BD365909dD859d29F387AA96911e1',
    ],
    BABY: [
      'bbn1a9dupmc63c4tg98j8hm89yqvc59kdanujcq5c0',
      'bbn1a9dupmc63c4tg98j8hm89yqvc59kdanufkdzrzxfhmnkh36vn8us22x02x',
    ],
    INIT: [
      'init16v4dtr5572azwd3zclqw600hqfrlzuq4vg3umy',
      'init16v4dtr5572azwd3zclqw600hqfrlzuq4j6f6v84838dxfeykd7tqgne0wt',
    ],
    NYM: [
      'n13mt6cjuzpppj26v3qmn2ctxpdcqu3qn26wksu2',
      'n13mt6cjuzpppj26v3qmn2ctxpdcqu3qn2uz2pksdq6c0wul0t4cxqvtfa8f',
    ],
    BNBBEACON: [
      'bnb1mp4g6hppk02hglhu9qeadqkmm6gxyj7s44tw9p',
      'bnb1mp4g6hppk02hglhu9qeadqkmm6gxyj7su3pxwn9hw545tjzn3qqse9rsfe',
    ],
    DOT: [
      '128xVqYkqur3We12gz5CFvKzDyveQVPLg97BxHDDuCw8BiuV',
      '16HcJ8YKiWNLXF4ok1TMfRshKFJYcKvuyWRR3fRQeb5SpUgF',
      '11McgY9V7qMtx3AdcNGe3XzQumh66Pf1EMJeFf2YkBPtQV',
      '16nfFzYQPHsjA4QTuXt2NuGReV9J4BdXBwZ8cgeJTrbVH61f',
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      '12xtAYsRUrmbniiWQqJtECiBQrMn8AypQcXhnQAc6RB6XkLW',
    ],
    DOTASSETHUB: [
      '14SbT6rLzZBbBAcXQZ1ZLBwkZWBbQtDQT7XxN8UjsZ5xK46p',
      '16MLMf7Tqme2G5wLeCbpDHxYbQ1WaoXSbAZ6cxBUXDExR9z8',
      '11UUYTse6yY4ikj69Lacj4odQwmP6gE81VPdz3X3BF62Le',
      '16nfFzYQPHsjA4QTuXt2NuGReV9J4BdXBwZ8cgeJTrbVH61f',
    ],
    KSM: [
      'FjeCYHvRkdZjw9RAZQuYxDMuZtnBGFsWD8UJuqBmtMHcmK5',
      'G99oKdPV8oJJJtu1hGTyga5PCgNqZ5FMFS6rHmmgYfdF8zc',
      'CaKydBWXjwbbyUuF46J4xztHWiBq9AvCv9EaF43C99ukKoW',
      'JMymydD9sdBUBDPibe58hoGwTRtAYtZZpfPr3vuPZnTqtie',
      'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
    ],
    KSMASSETHUB: [
      'FkSfieP1eW7rAEdgYhLCYr3PqUnLQdAmhWCG2HYCRdHi592',
      'GRrDigVSXuLf7d1dUm8TYwbvvpdbdnWCVfP3RL331h2bpH1',
      'CaKyfZrYT92giD3sBL5MNHnKabLWbHqwN8Ato9LniMT4NDx',
      'JMymydD9sdBUBDPibe58hoGwTRtAYtZZpfPr3vuPZnTqtie',
    ],
    TAO: [
      '5Cuf4X3ydg9rXFxEJZrKKH1NQCuS8QQz4nguFWd23DNskE6a',
      '5EAy91oeutgDUjiyDPZpJgroYcmmJnUGBFhMDuj28qXrqezp',
      '5C4iCQo79wpSJigCpwnmDQAG1s9tEim5hLk4CGqGMRt6tM88',
      '5HrN7fHLXWcFiXPwwtq2EkSGns9eMt5P7SpeTPewumZy6ftb',
      '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    ],
    ACA: [
      '22vnwfUFeL1mMMetFBFfGFuz1A7hojuE6YiJXRuDnftVF5xD',
      '26YDg5g74Z9UKihQ27wPEL9rhEuNnFf4Y9QwLg54VnmY2aVn',
      'zsbzGbfTVFAfdnVttTvMHGjEJiukdojYUSdkW6p56dpPesV',
      '26fFquxSECczieT6xrgG9uvg7LaEc1vj5M6SmX5K6QYN6TGZ',
    ],
    ASTR: [
      'WBt3muwad8ecUaH9Afu7zrqACiue6TRDVCJyNqCQYRUakLK',
      'W14h4iztEsfvVCFNyJiMAAecVveGebh8BogTD8uWSNtb4z9',
      'VwJbwSM6rfURsU4dXxE4qPYpVvMbpVK2BGdwrj3HHFZbxY8',
      'bixYxFRJkFMwMRnSCH9GQbYsurmL6n88eKnh6ron8Zvgc8m',
    ],
    KAR: [
      'p9qghrMmEfC4B4nz2aAcqxsnxSAu1DCeeWL8r79F3zmyFPa',
      't88p4mAtyhStUUjnUvL5htU7aTSrukPGbvhPMQD1tFircBf',
      'oJHQiCpxLxAEa5nk6gHMjUkw6KqwAQYSXSD3JCmL6sdZYt5',
      'u5wKvsdTcsYQXeB9nvDQ7PppNHeVefghTzBY9niAhMPXpyo',
    ],
  },
  invalid: {
    ETH: [
      '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xgggggggggggggggggggggggggggggggggggggggg',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0',
      '0x0xAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      'vitalik.eth',
      '0x1111111111111111111111111111111111111111111111111111111111111111',
    ],
    RON: [
      'ronin:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    XDC: [
      'xdc0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      'XDC5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    ATOM: [
      'cosmosvaloper1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh',
      'COSMOS1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh',
      'osmo1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh',
      'cosmosfl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh',
      'cosmos1bl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh',
    ],
    DOT: [
      '5Cuf4X3ydg9rXFxEJZrKKH1NQCuS8QQz4nguFWd23DNskE6a',
      'FjeCYHvRkdZjw9RAZQuYxDMuZtnBGFsWD8UJuqBmtMHcmK5',
      '1555555555555555555555555555555',
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp0',
      '128xVqYkqur3We12gz5CFvKzDyveQVPLg97BxHDDuCw8BiuV11',
    ],
    KSM: [
      '128xVqYkqur3We12gz5CFvKzDyveQVPLg97BxHDDuCw8BiuV',
      '5Cuf4X3ydg9rXFxEJZrKKH1NQCuS8QQz4nguFWd23DNskE6a',
    ],
    TAO: [
      '128xVqYkqur3We12gz5CFvKzDyveQVPLg97BxHDDuCw8BiuV',
      'FjeCYHvRkdZjw9RAZQuYxDMuZtnBGFsWD8UJuqBmtMHcmK5',
      '5Zuf4X3ydg9rXFxEJZrKKH1NQCuS8QQz4nguFWd23DNskE6a',
    ],
  },
};
