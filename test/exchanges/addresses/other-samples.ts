/**
 * Addresses of further chains with a format of their own: examples of the specifications, and addresses that
 * were generated from hashes with the checksum of their format, including the lowest and highest of a
 * version.
 */
import type { AddressSamples } from './address-samples.ts';

export const OTHER_SAMPLES: AddressSamples = {
  APT: {
    valid: [
      '0xc02e817a3ca8fcbea24b01f7e622e4de29144d9eef53cf3b2ed9dc3a7e05643d',
      '0x0000000000000000000000000000000000000000000000000000000000000001',
    ],
    invalid: [
      '0x1',
      '0X1111111111111111111111111111111111111111111111111111111111111111',
      '1111111111111111111111111111111111111111111111111111111111111111',
      '0xgggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg',
    ],
  },
  SUI: {
    valid: [
      '0x9f6336fa31208ea7d27527f5c2041b691358cc63ff13efaeec30c8397cf5d31f',
      '0x5d4b302506645c37ff133b98c4b50a5ae14841659738d6d733d59d0d217a93bf',
    ],
    invalid: [
      '0x2',
      '0xzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz',
      'sui.sui',
    ],
  },
  MOVEMENT: {
    valid: ['0xf2741ad522369c6fd2f10eb2d30f40dfa220d0e7771aa489fdfc7d4667a7aafb'],
    invalid: [],
  },
  STARKNET: {
    valid: [
      '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7',
      '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7',
      '0x7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
    ],
    invalid: [
      '0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
      '0x1234',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7',
    ],
  },
  HBAR: {
    valid: ['0.0.3', '0.0.123456', '0.0.123-vfmkw'],
    invalid: [
      '0.0.0123',
      '0.0',
      '0.0.',
      '1.0.3',
      '0.0.12a',
      '0,0,3',
      '0.0.123-VFMKW',
      '0.0.123-vfmk',
    ],
  },
  EOS: {
    valid: ['eosio', 'eosio.token', 'alice1234512', 'a'],
    invalid: ['Alice', 'alice6', 'alice12345123', 'alice.', 'a_b', 'alice 12345'],
  },
  FIL: {
    valid: [
      'f00',
      'f01729',
      'f17uoq6tp427uzv7fztkbsnn64iwotfrristwpryy',
      'f24vg6ut43yw2h2jqydgbg2xq7x6f4kub3bg6as6i',
      'f3vvmn62lofvhjd2ugzca6sof2j2ubwok6cj4xxbfzz4yuxfkgobpihhd2thlanmsh3w2ptld2gqkn2jvlss4a',
      'f1zebxgrqoqgghfuzgozzg4z27wzasaeakrgrsyly',
      'f2hs63ihy2a7vfscbbbwg5subav6sxklvkg3u33kq',
      'f3tofthev3j43lwcocofpumlhdr5o6z7r5mjjcz4fad6eybzwg6homgdpjx3dehsqgettbr5twrccrugyug6qq',
      'f410fjzwlaooqffa3vrh4pouwynqvlq3qnqlz2u3gdtq',
    ],
    invalid: [
      'f0',
      'f01a',
      'f001',
      't17uoq6tp427uzv7fztkbsnn64iwotfrristwpryy',
      'f17uoq6tp427uzv7fztkbsnn64iwotfrristwpry',
      'f17uoq6tp427uzv7fztkbsnn64iwotfrristwpryyy',
      'f57uoq6tp427uzv7fztkbsnn64iwotfrristwpryy',
      'f17uoq6tp427uzv7fztkbsnn64iwotfrristwpry1',
    ],
  },
  ICP: {
    valid: [
      '131a0272b39c8b93b60f1936e5895519b3b1dde3ce4c8899aa7c22f8defe3d29',
      'zi6da-owgsm-6frzo-2sxkq-f7djy-cocuu-sgts7-y7ls2-jvobl-afiog-qae',
      '6femx-gyqnj-lia53-i7bzw-24sul-fbwqv-ot7wu-j76lc-gyruk-7oh6x-kae',
    ],
    invalid: [
      'ryjl3-tyaaa-aaaaa-aaaba-cai',
      'zi6daowgsm6frzo2sxkqf7djycocuusgts7y7ls2jvoblafiogqae',
      'ZI6DA-OWGSM-6FRZO-2SXKQ-F7DJY-COCUU-SGTS7-Y7LS2-JVOBL-AFIOG-QAE',
    ],
  },
  STX: {
    valid: [
      'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
      'SP000000000000000000002Q6VF78',
      'SP16VVK79ZVR2JE1G9EJG0KF0YVGRP7BAK0PDX2G4',
      'SM3SXM181SBPMGPMSY10KZYXC1Q3T4S3T4ZYFC50Q',
      'SP0ANVAP08J4VWGPE0BYBG7JYT1ERQX05YTW52N8',
      'SP3ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZW9P3P0G',
    ],
    invalid: [
      'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ',
      'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ77',
      'SP4J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
      'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJI',
      'sp2j6zy48gv1ez5v2v5rb9mp66sw86pykknrv9ej7',
      'SP2J6ZY48',
    ],
  },
  KAS: {
    valid: [
      'kaspa:qrahu809wtwuvjpzrwmlzyhy876tm5xpr4uj0qttwqqeuxx9yz0skq56s7k7s',
      'kaspa:q8ahu809wtwuvjpzrwmlzyhy876tm5xpr4uj0qttwqqeuxx9yz0skzchge0fhs0',
      'kaspa:pqturdvytcf2rhc9txw08epc3ygy9xn6l5k0g9w555m7ulwtdh78jq3g54963',
      'kaspa:qpauqsvk7yf9unexwmxsnmg547mhyga37csh0kj53q6xxgl24ydxjsgzthw5j',
    ],
    invalid: [
      'kaspatest:qrahu809wtwuvjpzrwmlzyhy876tm5xpr4uj0qttwqqeuxx9yz0skq56s7k7s',
      'qrahu809wtwuvjpzrwmlzyhy876tm5xpr4uj0qttwqqeuxx9yz0skq56s7k7s',
      'kaspa:zrahu809wtwuvjpzrwmlzyhy876tm5xpr4uj0qttwqqeuxx9yz0skq56s7k7s',
    ],
  },
  EGLD: {
    valid: [
      'erd1998tdzx5m5470fms2jx29a66fpdskv507j5z37tmhsvm02xd9dsq5pssmc',
      'erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th',
    ],
    invalid: ['erd1ahquglundqsrw8eav2ulg653nc7rgfjhhpdu8p'],
  },
  ZIL: {
    valid: ['zil1vdc7f9e5ptn54a7wzqg38utlla5854pvyrd8sx'],
    invalid: ['0x1111111111111111111111111111111111111111'],
  },
  AVAXX: {
    valid: [
      'X-avax1hrnsakf89hrgkvlaazgnnam8z9ccd8vav7f40a',
      'X-avax1tzdcgj4ehsvhhgpl7zylwpw0gl2rxcg4r5afk5',
    ],
    invalid: [
      'avax1hrnsakf89hrgkvlaazgnnam8z9ccd8vav7f40a',
      'P-avax1hrnsakf89hrgkvlaazgnnam8z9ccd8vav7f40a',
      'X-fuji1hrnsakf89hrgkvlaazgnnam8z9ccd8vav7f40a',
    ],
  },
  WAVES: {
    valid: ['3PDvXsstvgC7temvUX2U47VnyCUYdUos68S'],
    invalid: ['3NDvXsstvgC7temvUX2U47VnyCUYdUos68S'],
  },
  NANO: {
    valid: [
      'nano_1nkm6ifgujd4ziqrguz9bf9rt9j1afycpnw5dbwhyi9x7bcg58sfxfrsn6xi',
      'nano_3t6k35gi95xu6tergt6p69ck76ogmitsa8mnijtpxm9fkcm736xtoncuohr3',
      'nano_1111111111111111111111111111111111111111111111111111hifc8npp',
      'xrb_3zgegwt9k476gcqdsd5i6zpojj1s788przsxk7i1j7zoy9ptkge671yaza91',
    ],
    invalid: [
      'nano_2nkm6ifgujd4ziqrguz9bf9rt9j1afycpnw5dbwhyi9x7bcg58sfxfrsn6xi',
      'ban_1nkm6ifgujd4ziqrguz9bf9rt9j1afycpnw5dbwhyi9x7bcg58sfxfrsn6xi',
      'nano_1nkm6ifgujd4ziqrguz9bf9rt9j1afycpnw5dbwhyi9x7bcg58sfxfrsn6x0',
    ],
  },
  MINA: {
    valid: [
      'B62qre3erTHfzQckNuibViWQGyyKwZseztqrjPZBv6SQF384Rg6ESAy',
      'B62qjH4TYt8YzjHh1FCmtHQH7aRGCerhTYbXQX2SsxGPgsYDHQkeVaW',
    ],
    invalid: ['B62rre3erTHfzQckNuibViWQGyyKwZseztqrjPZBv6SQF384Rg6ESAy'],
  },
  NEO2: {
    valid: [
      'AWoR6ttgDAu3D4Xc6cmvpG9wJ5msFp6NjA',
      'AQK4GjZMmmWVnqRjJkxzaVaZQBzvzUNhx5',
      'AFmseVrdL9f9oyCzZefL9tG6UbvhPbdYzM',
      'Af7Udc9v3L82dQM5b4zee1Xt77Be1DFb61',
    ],
    invalid: ['Ng2tArevegDJzKqVyC39dWY841eRc9apxt'],
  },
  NEO3: {
    valid: [
      'Ng2tArevegDJzKqVyC39dWY841eRc9apxt',
      'NgqZpHHN6P13BtvZ3LB5siv5MQ8h25YaKP',
      'NKuyBkoGdZZSLyPbJEetheRhMjeznFZszf',
      'NjFaAs6ZLk2KAQXgKezDBmhUzEuwLsBcxQ',
    ],
    invalid: ['AWoR6ttgDAu3D4Xc6cmvpG9wJ5msFp6NjA'],
  },
  ONT: {
    valid: [
      'AefZnmdeictSdKuMGYnJXRHMqA1C8hWwgL',
      'Af5qMJroyv6RdzFe9wGsSqzjjxawUm2GhN',
      'AFmseVrdL9f9oyCzZefL9tG6UbvhPbdYzM',
      'Af7Udc9v3L82dQM5b4zee1Xt77Be1DFb61',
    ],
    invalid: [],
  },
  FLOW: {
    valid: ['0x1654653399040a61', '0xe467b9dd11fa00df'],
    invalid: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '1654653399040a61'],
  },
  ICX: {
    valid: [
      'hx04db7341b013552bb3c58766c0e0a633f09b8464',
      'cxc08083c4d8d20333e0a84c2fcde602de950fe070',
    ],
    invalid: ['0x04db7341b013552bb3c58766c0e0a633f09b8464'],
  },
  SC: {
    valid: ['58c45fc1b47a0b8c540ed4a71b8c89939d6072871d6167e6fe65f15fad79e87f58c45fc1b47a'],
    invalid: ['0xc45fc1b47a0b8c540ed4a71b8c89939d6072871d6167e6fe65f15fad79e87f58c45fc1b47a'],
  },
  AR: {
    valid: [
      '_gdV1RD2KJwDdgn0YiPYhBPi_g2V6gjK8LVg4ZbGFGQ',
      'VXhBIEjotUbxXxZWB_GNT8jmRUs9IvW8HijeDwYJOIk',
    ],
    invalid: ['_gdV1RD2KJwDdgn0YiPYhBPi_g2V6gjK8LVg4ZbGFGB'],
  },
  ROSE: {
    valid: ['oasis1qzsj4f0zw2yv5qzgrg3up2kg220aer9azcyhyr7m'],
    invalid: ['oasis1ahquglundqsrw8eav2ulg653nc7rgfjhhpdu8p'],
  },
};
