package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.inTurn;

import io.racedet.junit.agent.model.copied.io.netty.channel.AbstractChannel.AbstractUnsafe;
import io.racedet.junit.agent.model.copied.io.netty.channel.Channel;
import io.racedet.junit.agent.model.copied.io.netty.channel.ChannelHandlerContext;
import io.racedet.junit.agent.model.copied.io.netty.channel.ChannelPromise;
import io.racedet.junit.agent.model.copied.io.netty.channel.DefaultChannelPipeline.HeadContext;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Connections of Netty, whatever transport is below them: what its pipelines hand over. */
class NettyEdgesTest extends EdgesTestCase {
  private static final ChannelPromise PROMISE = new ChannelPromise();

  /** What happens at an end of a connection. */
  private interface Act {
    void at(HeadContext head, ChannelHandlerContext end);
  }

  private static final Act READ = (head, end) -> head.channelRead(end, "bytes");
  private static final Act ACTIVE = HeadContext::channelActive;
  private static final Act BIND = (head, end) -> head.bind(end, local(end), PROMISE);
  private static final Act CONNECT =
      (head, end) -> head.connect(end, end.channel().remoteAddress(), null, PROMISE);
  private static final Act SHUT =
      (head, end) -> new AbstractUnsafe(end.channel()).shutdownOutput(PROMISE);

  private static SocketAddress local(ChannelHandlerContext end) {
    return end.channel().localAddress();
  }

  private static ChannelHandlerContext end(int local, int remote) {
    return new ChannelHandlerContext(new Channel(local, remote));
  }

  private static Arguments row(
      String name, Act first, ChannelHandlerContext one, Act second, ChannelHandlerContext other) {
    return edge(
        name,
        () -> {
          HeadContext head = new HeadContext();
          // Both ends are known: else each of the threads might be at that of another process.
          READ.at(head, one);
          READ.at(head, other);
          inTurn(() -> first.at(head, one), () -> second.at(head, other));
        });
  }

  private static Arguments across(String name, Act first, Act second) {
    return row(name, first, end(1, 2), second, end(2, 1));
  }

  static Stream<Arguments> edges() {
    return Stream.of(
        across("flush, read", HeadContext::flush, READ),
        across(
            "flush, exception",
            HeadContext::flush,
            (head, end) -> head.exceptionCaught(end, new IOException("reset"))),
        across(
            "close, inactive",
            (head, end) -> head.close(end, PROMISE),
            HeadContext::channelInactive),
        across(
            "disconnect, inactive",
            (head, end) -> head.disconnect(end, PROMISE),
            HeadContext::channelInactive),
        across(
            "shutdownOutput, event", SHUT, (head, end) -> head.userEventTriggered(end, "shutdown")),
        across("connect, active at the server", CONNECT, ACTIVE),
        across("bind, active at the client", BIND, ACTIVE));
  }

  /** Nothing is handed over to who sends, to the same end, or through another connection. */
  static Stream<Arguments> noEdges() {
    return Stream.of(
        across("read, flush", READ, HeadContext::flush),
        across("flush, flush", HeadContext::flush, HeadContext::flush),
        row("flush, read at the same end", HeadContext::flush, end(1, 2), READ, end(1, 2)),
        row("flush, read of another one", HeadContext::flush, end(1, 2), READ, end(2, 3)),
        across("active, connect", ACTIVE, CONNECT));
  }
}
