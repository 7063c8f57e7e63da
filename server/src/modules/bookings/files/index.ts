export { attachFile } from './attach.ts';
export { mintLinks } from './mint.ts';
export { deleteFile } from './queries.ts';
export { receiveFile, type ReceivedFile } from './receive.ts';
export { removeContent } from './remove-content.ts';
export { storedName } from './stored-name.ts';
export { sweepFiles } from './sweep.ts';
