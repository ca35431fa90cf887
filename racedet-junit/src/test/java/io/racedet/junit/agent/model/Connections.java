package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.untilTrue;

import io.racedet.junit.agent.model.Programs.Source;
import io.racedet.junit.agent.model.Programs.Step;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The ways to connect two ends in this process. */
final class Connections {
  static final InetAddress HOST = InetAddress.getLoopbackAddress();

  private static final int TIME_OUT = 10_000;

  /**
   * One end of a connection.
   *
   * @param write writes a byte
   * @param read waits for a byte; false if none will come
   * @param finish writes no more
   */
  record End(Step write, Source<Boolean> read, Step finish, Closeable channel)
      implements Closeable {
    static End of(Socket socket) {
      return new End(
          () -> socket.getOutputStream().write(1),
          () -> socket.getInputStream().read() >= 0,
          socket::shutdownOutput,
          socket);
    }

    static End of(SocketChannel channel) {
      return new End(
          () -> channel.write(ByteBuffer.allocate(1)),
          () -> channel.read(ByteBuffer.allocate(1)) >= 0,
          channel::shutdownOutput,
          channel);
    }

    static End ofBuffers(SocketChannel channel) {
      return new End(
          () -> channel.write(buffers()),
          () -> channel.read(buffers()) >= 0,
          channel::shutdownOutput,
          channel);
    }

    static End of(AsynchronousSocketChannel channel) {
      return new End(
          () -> channel.write(ByteBuffer.allocate(1)).get(),
          () -> channel.read(ByteBuffer.allocate(1)).get() >= 0,
          channel::shutdownOutput,
          channel);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** Waits for connections, and makes them. */
  record Server(Source<End> connect, Source<End> accept, Closeable channel) implements Closeable {
    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** A way to connect two ends. */
  record Kind(String name, Source<Server> opening) {}

  static final List<Kind> KINDS =
      List.of(
          new Kind("sockets", Connections::ofSockets),
          new Kind("channels", Connections::ofChannels),
          new Kind("channels that do not block", Connections::withoutBlocking),
          new Kind("sockets of channels", () -> ofAdaptors(0)),
          new Kind("sockets of channels, with a limit", () -> ofAdaptors(TIME_OUT)),
          new Kind("channels at files", Connections::atFiles),
          new Kind("asynchronous channels", Connections::asynchronous),
          new Kind("an asynchronous client", Connections::asynchronousClient),
          new Kind("an asynchronous server", Connections::asynchronousServer));

  private Connections() {}

  static Server ofSockets() throws IOException {
    ServerSocket server = new ServerSocket(0, 2, HOST);
    return new Server(
        () -> End.of(new Socket(HOST, server.getLocalPort())),
        () -> End.of(server.accept()),
        server);
  }

  private static ServerSocketChannel bound() throws IOException {
    return ServerSocketChannel.open().bind(new InetSocketAddress(HOST, 0));
  }

  private static Server ofChannels() throws IOException {
    ServerSocketChannel server = bound();
    return new Server(
        () -> End.of(SocketChannel.open(server.getLocalAddress())),
        () -> End.of(server.accept()),
        server);
  }

  private static Server withoutBlocking() throws IOException {
    ServerSocketChannel server = bound();
    server.configureBlocking(false);
    return new Server(() -> connected(server), () -> accepted(server), server);
  }

  private static End connected(ServerSocketChannel server) throws Exception {
    SocketChannel channel = SocketChannel.open();
    channel.configureBlocking(false);
    if (!channel.connect(server.getLocalAddress())) {
      untilTrue(channel::finishConnect);
    }
    channel.configureBlocking(true);
    return End.ofBuffers(channel);
  }

  private static End accepted(ServerSocketChannel server) throws IOException {
    SocketChannel channel = server.accept();
    while (channel == null) {
      Thread.onSpinWait();
      channel = server.accept();
    }
    return End.ofBuffers(channel);
  }

  /** The sockets of channels. */
  private static Server ofAdaptors(int limit) throws IOException {
    ServerSocketChannel server = bound();
    server.socket().setSoTimeout(limit);
    return new Server(() -> adapted(server), () -> End.of(server.socket().accept()), server);
  }

  private static End adapted(ServerSocketChannel server) throws IOException {
    Socket socket = SocketChannel.open().socket();
    socket.connect(server.getLocalAddress(), TIME_OUT);
    return End.of(socket);
  }

  private static Server atFiles() throws IOException {
    Path directory = Files.createTempDirectory("racedet");
    Path path = directory.resolve("socket");
    ServerSocketChannel server =
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
            .bind(UnixDomainSocketAddress.of(path));
    return new Server(
        () -> End.of(SocketChannel.open(server.getLocalAddress())),
        () -> End.of(server.accept()),
        () -> {
          server.close();
          Files.delete(path);
          Files.delete(directory);
        });
  }

  private static AsynchronousServerSocketChannel boundAsynchronous() throws IOException {
    return AsynchronousServerSocketChannel.open().bind(new InetSocketAddress(HOST, 0));
  }

  private static Server asynchronous() throws IOException {
    AsynchronousServerSocketChannel server = boundAsynchronous();
    return new Server(
        () -> asynchronous(server.getLocalAddress()), () -> End.of(server.accept().get()), server);
  }

  /** No thread of a group has to do with both ends. */
  private static Server asynchronousClient() throws IOException {
    ServerSocketChannel server = bound();
    return new Server(
        () -> asynchronous(server.getLocalAddress()), () -> End.of(server.accept()), server);
  }

  private static Server asynchronousServer() throws IOException {
    AsynchronousServerSocketChannel server = boundAsynchronous();
    return new Server(
        () -> End.of(SocketChannel.open(server.getLocalAddress())),
        () -> End.of(server.accept().get()),
        server);
  }

  private static End asynchronous(SocketAddress address) throws Exception {
    AsynchronousSocketChannel channel = AsynchronousSocketChannel.open();
    channel.connect(address).get();
    return End.of(channel);
  }

  private static ByteBuffer[] buffers() {
    return new ByteBuffer[] {ByteBuffer.allocate(1)};
  }
}
