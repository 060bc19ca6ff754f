import { expect, it } from 'vitest';

import { isClockError } from './clock-errors.ts';

// Texts of the exchanges' documentation, of their responses, and of ccxt's tables of errors.
it.each([
  'coinbase {"errors":[{"id":"authentication_error","message":"request timestamp expired"}]}',
  `binance {"code":-1021,"msg":"Timestamp for this request was 1000ms ahead of the server's time."}`,
  'binance {"code":-1021,"msg":"Timestamp for this request is outside of the recvWindow."}',
  'binance {"code":-5028,"msg":"The requested timestamp is outside the recvWindow of the matching engine"}',
  'bitget {"code":"40008","msg":"Request timestamp expired","requestTime":1710000000000,"data":null}',
  'bitget {"code":"40005","msg":"Invalid ACCESS_TIMESTAMP"}',
  'bitget {"msg":"req_time is too much difference from server time"}',
  'bitstamp {"status":"error","reason":"X-Auth-Timestamp header is out of boundaries","code":"API0017"}',
  'bitvavo {"errorCode":304,"error":"Request was not received within acceptable window (default 30s, or custom with Bitvavo-Access-Window header) of Bitvavo-Access-Timestamp header (or timestamp parameter for websocket)."}',
  'bitvavo {"errorCode":302,"error":"Timestamp is invalid. This must be a timestamp in ms."}',
  'bybit {"retCode":10002,"retMsg":"invalid request, please check your server timestamp or recv_window param. req_timestamp[1],server_timestamp[2],recv_window[5000]","time":1710000000000}',
  'cryptocom {"id":1,"method":"private/user-balance","code":40102,"message":"INVALID_NONCE"}',
  'gate {"label":"REQUEST_EXPIRED","message":"gap between request Timestamp and server time exceeds 60"}',
  'htx {"status":"error","err-code":"api-signature-not-valid","err-msg":"Signature not valid: Invalid timestamp","data":null}',
  'kraken {"error":["EAPI:Invalid nonce"]}',
  'kucoin {"code":"400002","msg":"Invalid KC-API-TIMESTAMP"}',
  'okx {"msg":"Timestamp request expired","code":"50102"}',
  'okx {"msg":"Invalid OK_ACCESS_TIMESTAMP","code":"50112"}',
  'modetrade {"success":false,"code":2,"message":"Timestamp expired"}',
  'weex {"code":-1046,"msg":"ACCESS_TIMESTAMP_EXPIRED"}',
  'weex {"code":-1043,"msg":"INVALID_ACCESS_TIMESTAMP"}',
  'paradex {"error":"INVALID_TIMESTAMP","message":"x"}',
  'gemini {"result":"error","reason":"InvalidNonce","message":"Nonce \'1\' has not increased"}',
  'hollaex {"message":"API request is expired"}',
  'latoken {"message":"request expired or bad <timeAlive>/<timestamp> format"}',
  'lbank {"msg":"intercepted by replay attacks filter, check timestamp"}',
  'revolutx {"message":"timestamp is in the future"}',
  'woo {"message":"Request has failed as the receive window: 5000 millisecond is exceeded from 1710000000000"}',
  'bitso {"error":{"code":"104","message":"Cannot perform request - nonce must be higher than 1520307203724237"}}',
])('recognises a refused time: %s', (text) => {
  expect(isClockError(text)).toBe(true);
});

it.each([
  'bingx {"code":100413,"msg":"Incorrect apiKey","success":false,"timestamp":1705274099347}',
  'bingx {"code":100419,"msg":"IP does not match IP whitelist","timestamp":"1705274099347"}',
  'x {"error":"Invalid API key","timestamp":"Mon, 01 Jun 2026","nonce":"ab"}',
  'bybit {"retCode":33004,"retMsg":"Your api key has expired.","time":1710000000000}',
  'bybit {"retCode":10003,"retMsg":"API key is invalid."}',
  'binance {"code":-2015,"msg":"Invalid API-key, IP, or permissions for action."}',
  'binance {"code":-1022,"msg":"Signature for this request is not valid."}',
  'binance {"code":-1131,"msg":"recvWindow must be less than 60000"}',
  `binance {"code":-1102,"msg":"Mandatory parameter 'timestamp' was not sent, was empty/null, or malformed."}`,
  'bitstamp {"reason":"Missing key, signature and nonce parameters","code":"API0000"}',
  'okx {"code":"51000","msg":"Parameter start timestamp is invalid"}',
  'okx {"code":"70010","msg":"Timestamp parameters need to be in Unix timestamp format in milliseconds."}',
  'gemini {"reason":"InvalidTimestampInPayload","message":"The JSON payload contained a timestamp parameter with an unsupported value."}',
  'coinbase {"errors":[{"id":"expired_token","message":"The access token expired"}]}',
  'kraken {"error":["EAPI:Invalid key"]}',
  'kraken {"error":["EAPI:Invalid signature"]}',
  'kucoin {"code":"400100","msg":"Parameter Error"}',
  'bitso {"error":{"code":"0201","message":"Invalid Nonce or Invalid Credentials"}}',
])('recognises no refused time in %s', (text) => {
  expect(isClockError(text)).toBe(false);
});
