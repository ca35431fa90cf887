package io.racedet.junit.agent.model.copied.io.netty.channel;

/** A handler in the pipeline of a channel. */
public record ChannelHandlerContext(Channel channel) {}
