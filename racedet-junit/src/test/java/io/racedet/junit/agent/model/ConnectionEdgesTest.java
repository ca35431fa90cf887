package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Connections.HOST;
import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;

import io.racedet.junit.agent.model.Connections.End;
import io.racedet.junit.agent.model.Connections.Server;
import io.racedet.junit.agent.model.Programs.Step;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What threads learn through connections, both ends of which are in this process. */
class ConnectionEdgesTest extends EdgesTestCase {
  private interface Use {
    void of(End client, End server) throws Exception;
  }

  private interface UseOfServer {
    void of(Server server) throws Exception;
  }

  private static Stream<Arguments> servers(String name, UseOfServer use) {
    return Connections.KINDS.stream()
        .map(
            kind ->
                edge(
                    kind.name() + ": " + name,
                    () -> {
                      try (Server server = kind.opening().get()) {
                        use.of(server);
                      }
                    }));
  }

  private static Stream<Arguments> connections(String name, Use use) {
    return servers(
        name,
        server -> {
          try (End client = server.connect().get();
              End accepted = server.accept().get()) {
            use.of(client, accepted);
          }
        });
  }

  private static Stream<Arguments> twoConnections(String name, Use use) {
    return connections(
        name,
        (client, server) -> {
          try (Server another = Connections.ofSockets();
              End otherClient = another.connect().get();
              End otherServer = another.accept().get()) {
            otherServer.write().run();
            check(otherClient.read().get());
            server.write().run();
            use.of(client, otherServer);
          }
        });
  }

  private static void fails(Step step) throws Exception {
    try {
      step.run();
    } catch (IOException | ExecutionException wanted) {
      return;
    }
    throw new IllegalStateException("it did not fail");
  }

  private static void ask(Server server) throws Exception {
    handOver(
        () -> server.connect().get().close(),
        () -> {
          try (End accepted = server.accept().get()) {
            check(!accepted.read().get());
          }
        });
  }

  private interface UseOfSockets {
    void of(Socket client, Socket server) throws Exception;
  }

  private static Arguments sockets(String name, UseOfSockets use) {
    return edge(
        "sockets: " + name,
        () -> {
          try (ServerSocket server = new ServerSocket(0, 1, HOST);
              Socket client = new Socket(HOST, server.getLocalPort());
              Socket accepted = server.accept()) {
            use.of(client, accepted);
          }
        });
  }

  private static void reset(Socket client, Socket server) throws Exception {
    client.setSoLinger(true, 0);
    inTurn(client::close, () -> fails(server.getInputStream()::read));
  }

  private static void urgent(Socket client, Socket server) throws Exception {
    server.setOOBInline(true);
    handOver(() -> client.sendUrgentData(1), server.getInputStream()::read);
  }

  private static void available(Socket client, Socket server) throws Exception {
    handOver(
        () -> client.getOutputStream().write(1),
        () -> untilTrue(() -> server.getInputStream().available() > 0));
  }

  private static void fileToChannel() throws Exception {
    Path path = Files.createTempFile("racedet", null);
    Files.write(path, new byte[] {1});
    try (ServerSocketChannel server = ServerSocketChannel.open().bind(null);
        SocketChannel client = SocketChannel.open(server.getLocalAddress());
        SocketChannel accepted = server.accept();
        FileChannel file = FileChannel.open(path)) {
      handOver(() -> file.transferTo(0, 1, client), () -> accepted.read(ByteBuffer.allocate(1)));
    } finally {
      Files.delete(path);
    }
  }

  /** A thread asks until another one has opened the port. */
  private static void opened(String kind) throws Exception {
    ServerSocket free = new ServerSocket(0, 1, HOST);
    InetSocketAddress address = (InetSocketAddress) free.getLocalSocketAddress();
    free.close();
    try (ServerSocket socket = new ServerSocket();
        ServerSocketChannel channel = ServerSocketChannel.open()) {
      boolean ofSockets = kind.equals("sockets");
      inTurn(
          () -> {
            if (ofSockets) {
              socket.bind(address);
            } else {
              channel.bind(address);
            }
          },
          () ->
              (ofSockets ? new Socket(HOST, address.getPort()) : SocketChannel.open(address))
                  .close());
    }
  }

  private static void closed() throws Exception {
    ServerSocket server = new ServerSocket(0, 1, HOST);
    int port = server.getLocalPort();
    inTurn(server::close, () -> fails(() -> new Socket(HOST, port).close()));
  }

  private static void relayed() throws Exception {
    Process relay =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Relay.class.getName())
            .start();
    int port = Integer.parseInt(relay.inputReader().readLine());
    try (Socket one = new Socket(HOST, port);
        Socket other = new Socket(HOST, port)) {
      handOver(() -> one.getOutputStream().write(1), other.getInputStream()::read);
    } finally {
      relay.destroy();
    }
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            connections(
                "to the server", (client, server) -> handOver(client.write(), server.read()::get)),
            connections(
                "to the client", (client, server) -> handOver(server.write(), client.read()::get)),
            connections(
                "finished", (client, server) -> inTurn(client.finish(), server.read()::get)),
            connections("closed", (client, server) -> inTurn(server::close, client.read()::get)),
            servers("asked for", ConnectionEdgesTest::ask),
            Stream.of(
                sockets("reset", ConnectionEdgesTest::reset),
                sockets("available", ConnectionEdgesTest::available),
                sockets("urgent", ConnectionEdgesTest::urgent),
                edge("sockets: opened", () -> opened("sockets")),
                edge("channels: opened", () -> opened("channels")),
                edge("sockets: closed, a port", ConnectionEdgesTest::closed),
                edge("channels: bytes of a file", ConnectionEdgesTest::fileToChannel),
                edge("sockets: through another process", ConnectionEdgesTest::relayed)))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
            twoConnections(
                "another connection", (client, other) -> inTurn(other.write(), client.read()::get)),
            connections(
                "the other direction",
                (client, server) -> {
                  client.write().run();
                  inTurn(server.read()::get, client.write());
                }))
        .flatMap(rows -> rows);
  }
}
