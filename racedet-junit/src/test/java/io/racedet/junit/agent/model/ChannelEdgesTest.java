package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.CompletionHandler;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Channels: handlers that a thread of a group runs, and operations that an interrupt ends. */
class ChannelEdgesTest extends EdgesTestCase {
  /**
   * Counts an end that is wanted, of an operation on the cell. It is made before the operation: its
   * final field would hand over what its maker has done.
   */
  private record Counting<V>(boolean failure) implements CompletionHandler<V, Cell> {
    private void count(Cell cell, boolean isWanted) {
      if (isWanted) {
        cell.data++;
      }
      whisper("handled");
    }

    @Override
    public void completed(V result, Cell cell) {
      count(cell, !failure);
    }

    @Override
    public void failed(Throwable thrown, Cell cell) {
      count(cell, failure);
    }
  }

  private interface Use {
    void of(AsynchronousChannelGroup group) throws Exception;
  }

  /** The thread of the group is there before. */
  private static Arguments ofGroup(String name, Use use) {
    return edge(
        name,
        () -> {
          AsynchronousChannelGroup group =
              AsynchronousChannelGroup.withFixedThreadPool(1, Thread::new);
          use.of(group);
          group.shutdownNow();
          check(group.awaitTermination(1, TimeUnit.MINUTES));
        });
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** The peer, which is not of the group, is not ordered after the thread that accepts. */
  private static void accept(AsynchronousChannelGroup group) throws Exception {
    Cell cell = new Cell();
    try (AsynchronousServerSocketChannel server =
        AsynchronousServerSocketChannel.open(group).bind(anyPort())) {
      int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
      Counting<AsynchronousSocketChannel> handler = new Counting<>(false);
      inParallel(
          () -> {
            cell.data = 1;
            server.accept(cell, handler);
            whisper("accepting");
            hear("handled");
          },
          () -> {
            hear("accepting");
            new Socket(InetAddress.getLoopbackAddress(), port).close();
          });
    }
  }

  /** The peer resets the connection. */
  private static void failToRead(AsynchronousChannelGroup group) throws Exception {
    Cell cell = new Cell();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        AsynchronousSocketChannel client = AsynchronousSocketChannel.open(group)) {
      client.connect(server.getLocalSocketAddress()).get();
      Socket peer = server.accept();
      peer.setSoLinger(true, 0);
      Counting<Integer> handler = new Counting<>(true);
      inParallel(
          () -> {
            cell.data = 1;
            client.read(ByteBuffer.allocate(1), cell, handler);
            whisper("reading");
            hear("handled");
          },
          () -> {
            hear("reading");
            peer.close();
          });
    }
  }

  private static void failToConnect(AsynchronousChannelGroup group) throws Exception {
    Cell cell = new Cell();
    InetSocketAddress closed;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = (InetSocketAddress) server.getLocalSocketAddress();
    }
    try (AsynchronousSocketChannel client = AsynchronousSocketChannel.open(group)) {
      Counting<Void> handler = new Counting<>(true);
      cell.data = 1;
      client.connect(closed, cell, handler);
      hear("handled");
    }
  }

  /**
   * Runs a task in a thread that nothing orders after the one that hands it over. That one only
   * goes on when the task has ended.
   */
  private static final class Unordered extends AbstractExecutorService {
    private final AtomicReference<Runnable> handed = new AtomicReference<>();
    private final Thread worker =
        new Thread(
            () -> {
              hear("task");
              handed.getOpaque().run();
              whisper("ran");
            });

    @Override
    public void execute(Runnable task) {
      handed.setOpaque(task);
      whisper("task");
      hear("ran");
    }

    @Override
    public void shutdown() {
      shutdownNow();
    }

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return isTerminated();
    }

    @Override
    public boolean isTerminated() {
      return !worker.isAlive();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
      worker.join();
      return isTerminated();
    }
  }

  /** The operation ends at once, and its handler has run before the call of the operation ends. */
  private static Arguments atOnce(String name, Use use) {
    return edge(
        name,
        () -> {
          Unordered executor = new Unordered();
          AsynchronousChannelGroup group =
              AsynchronousChannelGroup.withCachedThreadPool(executor, 0);
          executor.worker.start();
          use.of(group);
          group.shutdownNow();
          executor.worker.join();
        });
  }

  private static void acceptAtOnce(AsynchronousChannelGroup group) throws Exception {
    Cell cell = new Cell();
    Counting<AsynchronousSocketChannel> handler = new Counting<>(false);
    try (AsynchronousServerSocketChannel server =
            AsynchronousServerSocketChannel.open(group).bind(anyPort());
        SocketChannel peer = SocketChannel.open(server.getLocalAddress())) {
      cell.data = 1;
      server.accept(cell, handler);
      check(peer.isOpen());
    }
    hear("handled");
  }

  private static void readAtOnce(AsynchronousChannelGroup group) throws Exception {
    Cell cell = new Cell();
    Counting<Integer> handler = new Counting<>(false);
    try (ServerSocketChannel server = ServerSocketChannel.open().bind(anyPort());
        AsynchronousSocketChannel client = AsynchronousSocketChannel.open(group)) {
      client.connect(server.getLocalAddress()).get();
      try (SocketChannel peer = server.accept()) {
        peer.write(ByteBuffer.allocate(1));
        cell.data = 1;
        client.read(ByteBuffer.allocate(1), cell, handler);
      }
    }
    hear("handled");
  }

  /** Blocks until it is closed. */
  private static final class Blocking extends AbstractInterruptibleChannel {
    @Override
    protected void implCloseChannel() {
      whisper("closed");
    }

    void block() throws IOException {
      begin();
      try {
        whisper("blocked");
        hear("closed");
      } finally {
        end(false);
      }
    }
  }

  private static void interrupt() throws Exception {
    Cell cell = new Cell();
    Blocking channel = new Blocking();
    Thread blocked =
        new Thread(
            () -> {
              try {
                channel.block();
              } catch (ClosedByInterruptException e) {
                cell.data++;
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    blocked.start();
    hear("blocked");
    cell.data = 1;
    blocked.interrupt();
    blocked.join();
  }

  static Stream<Arguments> edges() {
    return Stream.of(
        ofGroup("accept, completed", ChannelEdgesTest::accept),
        ofGroup("read, failed", ChannelEdgesTest::failToRead),
        ofGroup("connect, failed", ChannelEdgesTest::failToConnect),
        atOnce("connect, failed at once", ChannelEdgesTest::failToConnect),
        atOnce("accept, completed at once", ChannelEdgesTest::acceptAtOnce),
        atOnce("read, completed at once", ChannelEdgesTest::readAtOnce),
        edge("interrupt, end of an operation", ChannelEdgesTest::interrupt));
  }

  /** What a thread does after it has begun to accept. */
  private static void writeAfterAccept(AsynchronousChannelGroup group) throws Exception {
    Cell cell = new Cell();
    try (AsynchronousServerSocketChannel server =
        AsynchronousServerSocketChannel.open(group).bind(anyPort())) {
      int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
      Counting<AsynchronousSocketChannel> handler = new Counting<>(false);
      inParallel(
          () -> {
            server.accept(cell, handler);
            cell.data = 1;
            whisper("accepting");
            hear("handled");
          },
          () -> {
            hear("accepting");
            new Socket(InetAddress.getLoopbackAddress(), port).close();
          });
    }
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(ofGroup("what is done after accept", ChannelEdgesTest::writeAfterAccept));
  }
}
