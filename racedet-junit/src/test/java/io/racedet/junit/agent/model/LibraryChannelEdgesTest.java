package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.calling;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Source;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Sockets, selectors and their keys that a library calls: unlike calls of the test, these are not
 * ordered with each other because they are calls on one object.
 */
class LibraryChannelEdgesTest extends EdgesTestCase {
  private static final MethodType VOID = MethodType.methodType(void.class);
  private static final MethodType BOOLEAN = MethodType.methodType(boolean.class);

  /** A public method of the JDK, with its arguments. */
  private record Method(Class<?> owner, String name, MethodType type, Object... arguments) {
    Runnable on(Object object) {
      Object[] all = new Object[arguments.length + 1];
      all[0] = object;
      System.arraycopy(arguments, 0, all, 1, arguments.length);
      return calling(owner, name, type, all);
    }
  }

  private static Method method(Class<?> owner, String name, Class<?> result) {
    return new Method(owner, name, MethodType.methodType(result));
  }

  private static final Method ATTACH =
      new Method(
          SelectionKey.class, "attach", MethodType.methodType(Object.class, Object.class), "x");

  /** One thread changes an object, and another one sees that. */
  private static Arguments row(Source<?> made, Method change, Method look) {
    return edge(
        change.owner.getSimpleName() + ": " + change.name + ", " + look.name,
        () -> {
          Object object = made.get();
          Runnable first = change.on(object);
          Runnable second = look.on(object);
          inTurn(first::run, second::run);
        });
  }

  private static SelectionKey key() throws IOException {
    Pipe pipe = Pipe.open();
    pipe.source().configureBlocking(false);
    return pipe.source().register(Selector.open(), SelectionKey.OP_READ);
  }

  /** Holds what the selector needs to close, so that others see that it is closed before it is. */
  private static void closeSlowly() throws Exception {
    Selector selector = Selector.open();
    Runnable close = calling(Selector.class, "close", VOID, selector);
    handOver(
        () -> {
          hear("held");
          close.run();
        },
        () -> {
          synchronized (selector) {
            whisper("held");
            untilTrue(() -> !selector.isOpen());
          }
        });
  }

  /** The selector makes its keys invalid when it closes. */
  private static void closeSelectorOfKey() throws Exception {
    SelectionKey key = key();
    Runnable close = calling(Selector.class, "close", VOID, key.selector());
    Runnable look = calling(SelectionKey.class, "isValid", BOOLEAN, key);
    inTurn(close::run, look::run);
  }

  private static boolean isSelecting(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("doSelect"));
  }

  private static void wakeUpWhoSelects() throws Exception {
    Selector selector = Selector.open();
    Runnable select = calling(Selector.class, "select", MethodType.methodType(int.class), selector);
    Runnable wakeup =
        calling(Selector.class, "wakeup", MethodType.methodType(Selector.class), selector);
    Cell cell = new Cell();
    Thread selecting =
        new Thread(
            () -> {
              select.run();
              cell.data++;
            });
    selecting.start();
    untilTrue(() -> isSelecting(selecting));
    cell.data = 1;
    wakeup.run();
    selecting.join();
  }

  static Stream<Arguments> edges() {
    return Stream.of(
        row(Socket::new, method(Socket.class, "close", void.class), isClosed(Socket.class)),
        row(
            ServerSocket::new,
            method(ServerSocket.class, "close", void.class),
            isClosed(ServerSocket.class)),
        row(
            Selector::open,
            method(Selector.class, "close", void.class),
            method(Selector.class, "isOpen", boolean.class)),
        row(
            Selector::open,
            method(Selector.class, "wakeup", Selector.class),
            method(Selector.class, "select", int.class)),
        row(
            LibraryChannelEdgesTest::key,
            method(SelectionKey.class, "cancel", void.class),
            method(SelectionKey.class, "isValid", boolean.class)),
        row(
            LibraryChannelEdgesTest::key,
            ATTACH,
            method(SelectionKey.class, "attachment", Object.class)),
        row(LibraryChannelEdgesTest::key, ATTACH, ATTACH),
        edge("Selector: close, isOpen before it ends", LibraryChannelEdgesTest::closeSlowly),
        edge("Selector: close, isValid of a key", LibraryChannelEdgesTest::closeSelectorOfKey),
        edge("Selector: wakeup of who selects", LibraryChannelEdgesTest::wakeUpWhoSelects));
  }

  private static Method isClosed(Class<?> owner) {
    return new Method(owner, "isClosed", BOOLEAN);
  }

  /** What a look finds open orders nothing, nor do two that change the same. */
  static Stream<Arguments> noEdges() {
    return Stream.of(
        row(
            Selector::open,
            method(Selector.class, "wakeup", Selector.class),
            method(Selector.class, "isOpen", boolean.class)),
        row(
            LibraryChannelEdgesTest::key,
            ATTACH,
            method(SelectionKey.class, "isValid", boolean.class)));
  }
}
