package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads that share a channel, a socket or a selector learn from it what others have done. */
@RaceFree
@Tag(JdkPrograms.IMPLEMENTED)
// That a thread closes what another one uses is what these programs are about.
@SuppressWarnings("try")
class ChannelsTest extends JdkPrograms {
  private final Cell cell = new Cell();
  private Pipe pipe;
  private Selector selector;

  @BeforeEach
  void open() throws IOException {
    pipe = Pipe.open();
    selector = Selector.open();
    pipe.source().configureBlocking(true);
  }

  @AfterEach
  void close() throws IOException {
    pipe.source().close();
    pipe.sink().close();
    selector.close();
  }

  private SelectionKey register() throws IOException {
    pipe.source().configureBlocking(false);
    return pipe.source().register(selector, SelectionKey.OP_READ);
  }

  @Test
  @Tag(PROMISED)
  void interrupt_closesPipe() throws Exception {
    Thread reader =
        start(
            () -> {
              try {
                pipe.source().read(ByteBuffer.allocate(1));
              } catch (ClosedByInterruptException e) {
                cell.add();
              }
            });
    cell.add();
    reader.interrupt();
    join(reader);
  }

  @Test
  @Tag(PROMISED)
  void interrupt_closesServerSocketChannel() throws Exception {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Thread acceptor =
          start(
              () -> {
                try {
                  server.accept();
                } catch (ClosedByInterruptException e) {
                  cell.add();
                }
              });
      cell.add();
      acceptor.interrupt();
      join(acceptor);
    }
  }

  @Test
  void asynchronousClose_ofPipe() throws Exception {
    Thread reader =
        start(
            () -> {
              try {
                pipe.source().read(ByteBuffer.allocate(1));
              } catch (ClosedChannelException e) {
                cell.add();
              }
            });
    cell.add();
    pipe.source().close();
    join(reader);
  }

  @Test
  void asynchronousClose_ofDatagramChannel() throws Exception {
    try (DatagramChannel channel = DatagramChannel.open()) {
      channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Thread receiver =
          start(
              () -> {
                try {
                  channel.receive(ByteBuffer.allocate(1));
                } catch (ClosedChannelException e) {
                  cell.add();
                }
              });
      cell.add();
      channel.close();
      join(receiver);
    }
  }

  @Test
  void closedChannel_isNotOpen() throws Exception {
    Thread closer =
        start(
            () -> {
              cell.add();
              pipe.sink().close();
            });
    while (pipe.sink().isOpen()) {
      Thread.onSpinWait();
    }
    cell.add();
    join(closer);
  }

  @Test
  void asynchronousClose_ofServerSocket() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread acceptor =
          start(
              () -> {
                try {
                  server.accept();
                } catch (IOException e) {
                  cell.add();
                }
              });
      cell.add();
      server.close();
      join(acceptor);
    }
  }

  @Test
  void closedSocket_isClosed() throws Exception {
    try (Socket socket = new Socket()) {
      Thread closer =
          start(
              () -> {
                cell.add();
                socket.close();
              });
      while (!socket.isClosed()) {
        Thread.onSpinWait();
      }
      cell.add();
      join(closer);
    }
  }

  @Test
  @Tag(SMOKE)
  void selector_wokenUp() throws Exception {
    Thread waiter =
        start(
            () -> {
              selector.select();
              cell.add();
            });
    cell.add();
    selector.wakeup();
    join(waiter);
  }

  @Test
  void selector_closedWhileSelecting() throws Exception {
    Thread waiter =
        start(
            () -> {
              try {
                selector.select();
              } catch (ClosedSelectorException e) {
                Thread.onSpinWait();
              }
              cell.add();
            });
    cell.add();
    selector.close();
    join(waiter);
  }

  @Test
  void key_attachment() throws Exception {
    SelectionKey key = register();
    Thread attacher =
        start(
            () -> {
              Cell attached = new Cell();
              attached.add();
              key.attach(attached);
            });
    Cell found = (Cell) key.attachment();
    while (found == null) {
      Thread.onSpinWait();
      found = (Cell) key.attachment();
    }
    found.add();
    join(attacher);
  }

  @Test
  void key_attachedTwice_theSecondGetsTheFirst() throws Exception {
    SelectionKey key = register();
    Step attach =
        () -> {
          Cell own = new Cell();
          own.add();
          Cell other = (Cell) key.attach(own);
          if (other != null) {
            other.add();
          }
        };
    inParallel(attach, attach);
  }

  @Test
  void key_cancelled() throws Exception {
    SelectionKey key = register();
    Thread canceller =
        start(
            () -> {
              cell.add();
              key.cancel();
            });
    while (key.isValid()) {
      Thread.onSpinWait();
    }
    cell.add();
    join(canceller);
  }
}
