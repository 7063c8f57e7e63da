// Preloaded by `node --import` into child processes: ends the child when its parent dies. A killed
// parent closes the IPC channel, and a child that kept running would hold the port and the data
// folder.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
