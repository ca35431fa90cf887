package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a thread has done before it starts an operation, the handler of its completion sees. */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class AsynchronousChannelsTest extends JdkPrograms {
  /** Runs what is attached. */
  private static final class Attached<V> implements CompletionHandler<V, Runnable> {
    @Override
    public void completed(V result, Runnable attachment) {
      attachment.run();
    }

    @Override
    public void failed(Throwable failure, Runnable attachment) {
      attachment.run();
    }
  }

  private static Path file;
  private static ExecutorService executor;

  private final Cell cell = new Cell();
  private final CountDownLatch done = new CountDownLatch(1);

  @BeforeAll
  static void create() throws IOException {
    file = Files.writeString(Files.createTempFile("racedet", ".txt"), "hello");
    executor = Executors.newFixedThreadPool(2, task -> thread(task::run));
  }

  @AfterAll
  static void delete() throws IOException {
    Files.delete(file);
    executor.shutdown();
  }

  private void handle() {
    cell.add();
    done.countDown();
  }

  private AsynchronousFileChannel open(ExecutorService handlers) {
    try {
      return AsynchronousFileChannel.open(
          file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE), handlers);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets the channel start a thread, so that what follows is not handed over with that thread. */
  private static void warmUp(AsynchronousFileChannel channel) throws InterruptedException {
    CountDownLatch first = new CountDownLatch(1);
    channel.read(ByteBuffer.allocate(1), 0, first::countDown, new Attached<>());
    first.await();
  }

  @Test
  void file_read() throws Exception {
    try (AsynchronousFileChannel channel = open(null)) {
      warmUp(channel);
      cell.add();
      channel.read(ByteBuffer.allocate(4), 0, this::handle, new Attached<>());
      done.await();
      cell.add();
    }
  }

  @Test
  void file_readByOwnExecutor() throws Exception {
    try (AsynchronousFileChannel channel = open(executor)) {
      warmUp(channel);
      cell.add();
      channel.read(ByteBuffer.allocate(4), 0, this::handle, new Attached<>());
      done.await();
      cell.add();
    }
  }

  @Test
  void file_written() throws Exception {
    try (AsynchronousFileChannel channel = open(executor)) {
      warmUp(channel);
      cell.add();
      channel.write(ByteBuffer.wrap(new byte[] {1}), 9, this::handle, new Attached<>());
      done.await();
      cell.add();
    }
  }

  @Test
  void file_locked() throws Exception {
    try (AsynchronousFileChannel channel = open(executor)) {
      warmUp(channel);
      cell.add();
      channel.lock(0, 1, false, this::handle, new Attached<FileLock>());
      done.await();
      cell.add();
    }
  }

  @Test
  void file_readAfterClose_fails() throws Exception {
    AsynchronousFileChannel channel = open(executor);
    warmUp(channel);
    channel.close();
    cell.add();
    channel.read(ByteBuffer.allocate(4), 0, this::handle, new Attached<>());
    done.await();
    cell.add();
  }

  @Test
  void file_readInTurns_eachStartedByTheHandlerBefore() throws Exception {
    try (AsynchronousFileChannel channel = open(executor)) {
      Runnable second = this::handle;
      Runnable first =
          () -> {
            cell.add();
            channel.read(ByteBuffer.allocate(4), 0, second, new Attached<>());
          };
      cell.add();
      channel.read(ByteBuffer.allocate(4), 0, first, new Attached<>());
      done.await();
      cell.add();
    }
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private static AsynchronousChannelGroup group() throws IOException {
    return AsynchronousChannelGroup.withFixedThreadPool(2, task -> thread(task::run));
  }

  private void talk(AsynchronousChannelGroup group) throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    CountDownLatch written = new CountDownLatch(1);
    Cell another = new Cell();
    try (AsynchronousServerSocketChannel server =
            AsynchronousServerSocketChannel.open(group).bind(anyPort());
        AsynchronousSocketChannel client = AsynchronousSocketChannel.open(group)) {
      Future<AsynchronousSocketChannel> accepted = server.accept();
      Runnable connecting =
          () -> {
            another.add();
            connected.countDown();
          };
      another.add();
      client.connect(server.getLocalAddress(), connecting, new Attached<>());
      connected.await();
      another.add();
      try (AsynchronousSocketChannel peer = accepted.get()) {
        cell.add();
        peer.read(ByteBuffer.allocate(1), this::handle, new Attached<>());
        another.add();
        Runnable writing =
            () -> {
              another.add();
              written.countDown();
            };
        client.write(ByteBuffer.allocate(1), writing, new Attached<>());
        done.await();
        cell.add();
        written.await();
        another.add();
      }
    }
  }

  @Test
  void sockets_ofDefaultGroup() throws Exception {
    talk(null);
  }

  @Test
  void sockets_ofFixedGroup() throws Exception {
    AsynchronousChannelGroup group = group();
    try {
      talk(group);
    } finally {
      group.shutdown();
    }
  }

  @Test
  void sockets_ofGroupWithExecutor() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool(task -> thread(task::run));
    AsynchronousChannelGroup group = AsynchronousChannelGroup.withThreadPool(threads);
    try {
      talk(group);
    } finally {
      group.shutdown();
    }
  }

  @Test
  void accept_byHandler() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    try (AsynchronousServerSocketChannel server =
        AsynchronousServerSocketChannel.open().bind(anyPort())) {
      server.accept(first::countDown, new Attached<>());
      AsynchronousSocketChannel.open().connect(server.getLocalAddress()).get();
      first.await();
      cell.add();
      server.accept(this::handle, new Attached<>());
      AsynchronousSocketChannel.open().connect(server.getLocalAddress()).get();
      done.await();
      cell.add();
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void close_failsWhatIsPending() throws Exception {
    AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open().bind(anyPort());
    server.accept(this::handle, new Attached<>());
    cell.add();
    server.close();
    done.await();
    cell.add();
  }

  @Test
  void cancelledFuture_isSeen() throws Exception {
    try (AsynchronousServerSocketChannel server =
        AsynchronousServerSocketChannel.open().bind(anyPort())) {
      Future<AsynchronousSocketChannel> accepted = server.accept();
      Thread canceller =
          start(
              () -> {
                cell.add();
                accepted.cancel(false);
              });
      try {
        accepted.get();
      } catch (CancellationException e) {
        cell.add();
      }
      join(canceller);
    }
  }

  @Test
  void group_terminated() throws Exception {
    AsynchronousChannelGroup group = group();
    AsynchronousServerSocketChannel server =
        AsynchronousServerSocketChannel.open(group).bind(anyPort());
    server.accept(cell::add, new Attached<>());
    group.shutdownNow();
    if (group.awaitTermination(1, TimeUnit.MINUTES)) {
      cell.add();
    }
  }
}
