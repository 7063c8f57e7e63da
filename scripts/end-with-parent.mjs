// Loaded into each child before its own code: when the parent is killed outright, its end of the channel closes, and nothing of
// `npm start` may go on holding the port and the data.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
