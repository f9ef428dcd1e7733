/** A bucket that files are kept in. */
export interface S3Config {
  /** Address of the server, without a slash at the end. */
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}

/** Reads it; null where files lie in the data folder. */
export function readS3(
  text: (name: string) => string | null,
  refuse: (name: string, expected: string) => never,
): S3Config | null {
  const endpoint = text('S3_ENDPOINT')
  if (endpoint === null) return null
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    refuse('S3_ENDPOINT', ' http:// 或 https:// 开头的地址')
  const needed = (name: string, expected: string) =>
    text(name) ?? refuse(name, `${expected}（设置 S3_ENDPOINT 时必须同时设置）`)
  const bucket = needed('S3_BUCKET', '存储桶名称')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) refuse('S3_BUCKET', '存储桶名称')
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    bucket,
    region: text('S3_REGION') ?? 'us-east-1',
    accessKey: needed('S3_ACCESS_KEY', '访问密钥'),
    secretKey: needed('S3_SECRET_KEY', '访问密钥的密码'),
  }
}
