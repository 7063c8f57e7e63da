/**
 * A bucket of an object storage that speaks S3, for uploaded files in addition to the folder of
 * DATA_DIR.
 */
export interface BucketSettings {
  /** The storage's address, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** The storage's encryption of each object; undefined leaves it to the bucket's own setting. */
  readonly encryption: 'AES256' | 'aws:kms' | undefined;
  /** Whether the bucket is named in the path of addresses rather than in their host. */
  readonly pathStyle: boolean;
}

export interface FileSettings {
  readonly bucket: BucketSettings | undefined;
  /** The place of new files. With a bucket, files are read from both places. */
  readonly writtenTo: 'folder' | 'bucket';
}

/** The settings of files as the environment has them. */
export interface FileEnvironment {
  readonly FILES_BUCKET?: string | undefined;
  readonly FILES_ENDPOINT?: string | undefined;
  readonly FILES_REGION?: string | undefined;
  readonly FILES_ACCESS_KEY?: string | undefined;
  readonly FILES_SECRET_KEY?: string | undefined;
  readonly FILES_ENCRYPTION: 'AES256' | 'aws:kms' | 'none';
  readonly FILES_PATH_STYLE: boolean;
  readonly FILES_WRITTEN_TO?: 'folder' | 'bucket' | undefined;
}

const needed = [
  'FILES_BUCKET',
  'FILES_ENDPOINT',
  'FILES_REGION',
  'FILES_ACCESS_KEY',
  'FILES_SECRET_KEY',
] as const;

/**
 * Lists the problems of a bucket that is set up incompletely, or that would receive files in plain
 * text.
 */
export function fileProblems(
  value: FileEnvironment,
  production: boolean,
  isLoopback: (url: string) => boolean,
): string[] {
  const missing = needed.filter((name) => !value[name]);
  const isOff = missing.length === needed.length;
  const endpoint = value.FILES_ENDPOINT;
  return [
    ...(isOff ? [] : missing.map((name) => `${name}: the other settings of the bucket need it`)),
    ...(isOff && value.FILES_WRITTEN_TO === 'bucket'
      ? ['FILES_BUCKET: is missing beside FILES_WRITTEN_TO=bucket']
      : []),
    ...(production && endpoint?.startsWith('http:') && !isLoopback(endpoint)
      ? ['FILES_ENDPOINT: must be https, because files travel to it']
      : []),
  ];
}

export function getFiles(value: FileEnvironment): FileSettings {
  const { FILES_BUCKET: bucket, FILES_ENDPOINT: endpoint, FILES_REGION: region } = value;
  const { FILES_ACCESS_KEY: accessKey, FILES_SECRET_KEY: secretKey } = value;
  if (!bucket || !endpoint || !region || !accessKey || !secretKey)
    return { bucket: undefined, writtenTo: 'folder' };
  const encryption = value.FILES_ENCRYPTION === 'none' ? undefined : value.FILES_ENCRYPTION;
  return {
    bucket: { bucket, endpoint, region, accessKey, secretKey, encryption, pathStyle: value.FILES_PATH_STYLE },
    writtenTo: value.FILES_WRITTEN_TO ?? 'bucket',
  };
}
