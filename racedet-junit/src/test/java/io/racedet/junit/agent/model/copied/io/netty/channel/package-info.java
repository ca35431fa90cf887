/** Classes with the names of Netty's, as in a copy of it that has been moved to another package. */
package io.racedet.junit.agent.model.copied.io.netty.channel;
