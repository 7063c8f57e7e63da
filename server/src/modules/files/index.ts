/**
 * Owns stored files: receives and inspects what people upload, keeps its row and bytes, and opens it
 * by signed links. Does not decide whose file it is: a booking attaches it. Begin reading at
 * uploads/receive.ts.
 */
export { mintLinks } from './downloads/link.ts';
export { filesRoutes } from './routes.ts';
export { checkFileContents } from './uploads/check-contents.ts';
export { deleteFile } from './uploads/queries.ts';
export { attachFile, receiveFile, type ReceivedFile, removeContent, storedName } from './uploads/receive.ts';
export { readUpload } from './uploads/read-upload.ts';
export { sweepFiles } from './uploads/sweep.ts';
