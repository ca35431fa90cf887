/**
 * What an engine is: the events it takes, what it is made with, what it claims and tells. The
 * engines themselves are in {@code catalogue}, what they are made of in the other packages below.
 */
package io.racedet.engine;
