// This file reads and writes statements and receipts without vouch: CBOR by cbor-web and cbor2, COSE and RFC 9162 by @transmute/cose,
// signatures by Node, which has them from OpenSSL. It takes one JSON object from standard input and prints one.
import crypto from 'node:crypto'
import fs from 'node:fs'
import cose from '@transmute/cose'
import * as cbor2 from 'cbor2'

const { cbor, receipt } = cose
const bytes = (base64) => Buffer.from(base64, 'base64')
const buffer = (b) => cbor.toArrayBuffer(new Uint8Array(b)) // which cbor-web writes as a byte string
const sha256 = (...parts) => crypto.createHash('sha256').update(Buffer.concat(parts)).digest()
const algorithms = { ES256K: -47, Ed25519: -19 }
const hashOf = (alg) => (alg === algorithms.ES256K ? 'sha256' : null)

const verify = (alg, message, key, signature) =>
  crypto.verify(hashOf(alg), message, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature))

const halfOrder = BigInt('0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0') // of secp256k1

// remote signs for @transmute/cose. Of the two values that s may have it takes the lesser, as vouch does: a log has one of them.
const remote = (alg, key) => ({
  sign: async (message) => {
    for (;;) {
      const signature = crypto.sign(hashOf(alg), Buffer.from(message), { key, dsaEncoding: 'ieee-p1363' })
      if (alg !== algorithms.ES256K || BigInt('0x' + signature.toString('hex', 32)) <= halfOrder) return buffer(signature)
    }
  },
})

// check verifies a message whose payload is given, and returns its protected header.
const check = (message, payload, key) => {
  cbor2.decode(message, cbor2.cdeDecodeOptions) // refuses what is not deterministic
  const { tag, value } = cbor.decode(message)
  const [header, unprotected, attached, signature] = value
  if (tag !== 18) throw new Error(`found tag ${tag}`)
  cbor2.decode(new Uint8Array(header), cbor2.cdeDecodeOptions)
  const decoded = cbor.decode(header)
  const structure = cbor.encode(['Signature1', header, Buffer.alloc(0), Buffer.from(payload ?? attached)])
  return { header: decoded, unprotected, attached, valid: verify(decoded.get(1), structure, key, signature) }
}

const read = async ({ statement, key, entry, logKey }) => {
  const data = bytes(statement)
  const { header, unprotected, attached, valid } = check(data, null, key)
  const claims = header.get(15)
  const [first] = unprotected.get(394)
  // The receipt is for the hash of what the log has.
  const seen = await receipt.inclusion.verify({
    entry: await receipt.leaf(bytes(entry)),
    receipt: first,
    verifier: { verify: async ({ coseSign1, payload }) => check(coseSign1, payload, logKey) },
  })
  return {
    valid, alg: header.get(1), kid: header.get(4).toString('hex'), issuer: claims.get(1), subject: claims.get(2), issued: claims.get(6),
    type: header.get(16), hash: header.get(258), content: header.get(259), digest: Buffer.from(attached).toString('hex'),
    logged: seen.valid, origin: seen.header.get(15).get(1), structure: seen.header.get(395),
  }
}

// thumbprint is RFC 9679.
const thumbprint = (key) => {
  const jwk = key.export({ format: 'jwk' })
  const part = (text) => buffer(Buffer.from(text, 'base64url'))
  const required = jwk.kty === 'EC'
    ? [[1, 2], [-1, 8], [-2, part(jwk.x)], [-3, part(jwk.y)]]
    : [[1, 1], [-1, 6], [-2, part(jwk.x)]]
  return sha256(cbor.encode(new Map(required)))
}

const write = async ({ issuer, subject, issued, certificate, origin }) => {
  const made = {}
  const log = crypto.generateKeyPairSync('ed25519')
  const pem = (key) => key.export({ type: 'spki', format: 'pem' })
  for (const [name, alg] of Object.entries(algorithms)) {
    const pair = name === 'ES256K' ? crypto.generateKeyPairSync('ec', { namedCurve: 'secp256k1' }) : crypto.generateKeyPairSync('ed25519')
    const statement = await cose.attached.signer({ remote: remote(alg, pair.privateKey) }).sign({
      protectedHeader: new Map([
        [1, alg], [4, buffer(thumbprint(pair.publicKey))], [15, new Map([[1, issuer], [2, subject], [6, issued]])],
        [16, 'application/scitt-statement+cose'], [258, -16], [259, 'application/vnd.vouch.certificate+cbor'],
      ]),
      unprotectedHeader: new Map(),
      payload: sha256(bytes(certificate)),
    })
    const entries = [Buffer.from('genesis'), Buffer.from(statement), Buffer.from('another')]
    const signed = await receipt.inclusion.issue({
      protectedHeader: new Map([[1, algorithms.Ed25519], [4, buffer(thumbprint(log.publicKey))], [15, new Map([[1, origin], [6, issued]])], [395, 1]]),
      entry: 1,
      entries: await Promise.all(entries.map((e) => receipt.leaf(e))),
      signer: cose.detached.signer({ remote: remote(algorithms.Ed25519, log.privateKey) }),
    })
    made[name] = {
      key: pem(pair.publicKey), logKey: pem(log.publicKey), receipt: Buffer.from(signed).toString('base64'),
      statement: Buffer.from(statement).toString('base64'),
      transparent: Buffer.from(await receipt.add(statement, buffer(signed))).toString('base64'),
    }
  }
  return made
}

const input = JSON.parse(fs.readFileSync(0))
const found = await Promise.all(input.read.map(read))
console.log(JSON.stringify({ read: found, written: await write(input.write) }))
